package dev.membrane.store.sqlite;

import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;

/**
 * Memory in an SQLite file that is only read. Another process may write the file at the same time.
 * This takes no lock that anybody waits for. If nobody writes the file, SQLite leaves an empty
 * {@code -wal} and its {@code -shm} beside it, which the next writer removes.
 */
public final class SqliteReader extends SqliteReads {

  private SqliteReader(Path path, Connections connections, Caches caches) {
    super(path, connections, caches);
  }

  /**
   * Opens a database file that is there.
   *
   * @throws StoreOpenException if it is not, or is no database that this version of Membrane reads
   */
  public static SqliteReader open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    StoreFile.checkName(path);
    Path absolute = path.toAbsolutePath().normalize();
    SqliteReader reader =
        new SqliteReader(absolute, new Connections(absolute, Synchronous.FULL), Caches.none());
    boolean done = false;
    try {
      reader.readers().read(sql -> checkVersion(absolute, sql));
      done = true;
      return reader;
    } catch (StoreUnavailableException unreadable) {
      throw new StoreOpenException(path + ": cannot be read: " + reason(unreadable), unreadable);
    } finally {
      if (!done) {
        reader.close();
      }
    }
  }

  /** The innermost cause says it in SQLite's own words. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  private static boolean checkVersion(Path path, Sql sql) throws SQLException {
    int newest = SqliteMigrations.ALL.newestVersion();
    int version = number(sql, "PRAGMA user_version");
    FileHeader.checkIdentity(path, number(sql, "PRAGMA application_id"), version, newest);
    if (version < newest) {
      throw new StoreOpenException(
          path + ": was written by an older Membrane; start membraned once to bring it up to date");
    }
    return true;
  }

  private static int number(Sql sql, String pragma) throws SQLException {
    return Objects.requireNonNull(sql.first(row -> row.getInt(1), pragma));
  }
}
