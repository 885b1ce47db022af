package dev.membrane.store.sqlite;

import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.file.FileHeader;
import dev.membrane.store.sqlite.internal.file.PrivateFiles;
import dev.membrane.store.sqlite.internal.file.StoreFile;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Readers;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Memory in an SQLite file that is only read. Another process may write the file at the same time.
 * This takes no lock that anybody waits for. If nobody writes the file, SQLite leaves an empty
 * {@code -wal} and its {@code -shm} next to it, which the next writer removes.
 */
public final class SqliteReader extends SqliteReads {

  private final Encryption encryption;

  private SqliteReader(Path path, Connections connections, Encryption encryption, Caches caches) {
    super(path, connections, encryption, caches);
    this.encryption = encryption;
  }

  /**
   * Opens a database file that is there.
   *
   * @throws StoreOpenException if it is not, or is no database that this version of Membrane reads
   */
  public static SqliteReader open(Path path) {
    return open(new SqliteConfig(path));
  }

  /**
   * Opens the database file of a configuration, like {@link #open(Path)}.
   *
   * @throws StoreOpenException as there, or if it is encrypted with another key
   */
  public static SqliteReader open(SqliteConfig config) {
    Path path = config.path();
    checkFile(path);
    Path absolute = path.toAbsolutePath().normalize();
    KeyWrapping key = KeyWrapping.open(path, config.key());
    Connections connections = new Connections(absolute, Synchronous.FULL);
    Readers first = new Readers(connections, SqliteDialect.PLAIN);
    boolean done = false;
    try {
      Encryption encryption = first.read(sql -> encryption(absolute, sql, key));
      done = true;
      return new SqliteReader(absolute, connections, encryption, Caches.none());
    } catch (StoreUnavailableException unreadable) {
      throw FileHeader.refusal(
          path + ": cannot be read: " + reason(absolute, unreadable), unreadable);
    } finally {
      first.close();
      if (!done && key != null) {
        key.close();
      }
    }
  }

  private static Encryption encryption(Path path, Sql sql, @Nullable KeyWrapping key)
      throws SQLException {
    checkVersion(path, sql);
    return new EncryptionCheck(path, key).check(sql);
  }

  @Override
  public void close() {
    super.close();
    encryption.close();
  }

  private static void checkFile(Path path) {
    StoreFile.checkKind(path);
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    if (!Files.isReadable(path)) {
      throw new StoreOpenException(path + ": access denied" + PrivateFiles.whose(path));
    }
    StoreFile.checkName(path);
    StoreFile.checkLinks(path);
  }

  /** The innermost cause says it in SQLite's own words. */
  private static String reason(Path path, Throwable failure) {
    if (!Files.isWritable(path.resolveSibling(""))) {
      return "its folder is read-only, and SQLite writes files next to it; copy it elsewhere";
    }
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  private static void checkVersion(Path path, Sql sql) throws SQLException {
    int newest = SqliteMigrations.ALL.newestVersion();
    if (FileHeader.checkIdentity(path, sql, newest) < newest) {
      throw new StoreOpenException(
          path + ": was written by an older Membrane; start membraned once to bring it up to date");
    }
  }
}
