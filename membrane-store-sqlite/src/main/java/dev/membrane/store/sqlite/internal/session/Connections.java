package dev.membrane.store.sqlite.internal.session;

import dev.membrane.store.sqlite.internal.words.WordCounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

/**
 * How connections to the database file are opened.
 *
 * @param synchronous the value of the pragma, by its name
 * @param check throws if the path does not name the file any more that other connections have open
 */
public record Connections(Path path, Enum<?> synchronous, Runnable check) {

  /** How long to wait for what another process does with the file. */
  public static final int BUSY_MILLIS = 5_000;

  private static final String URL = "jdbc:sqlite:";

  /** Those of a file that may be replaced. */
  public Connections(Path path, Enum<?> synchronous) {
    this(path, synchronous, () -> {});
  }

  /** The connection that writes; creates the file where there is none. */
  public Connection writing() throws SQLException {
    // With FULL every commit syncs the write-ahead log, with NORMAL only each copying back. The log
    // may grow to 64 MiB before its pages are copied back: pages written often are copied once.
    // SQLite overwrites what is deleted, and what stood in pages that become free.
    return open(
        new SQLiteConfig(),
        """
        PRAGMA synchronous = %s;
        PRAGMA cache_size = -16384;
        PRAGMA wal_autocheckpoint = 16384;
        PRAGMA journal_size_limit = 134217728;
        PRAGMA temp_store = MEMORY;
        PRAGMA secure_delete = ON;
        """
            .formatted(synchronous.name()));
  }

  /** A connection that only reads. */
  public Connection reading() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    Connection connection =
        open(
            config,
            """
            PRAGMA cache_size = -2048;
            PRAGMA temp_store = MEMORY;
            """
                + WordCounts.TABLES);
    leaveTransactions(connection);
    return connection;
  }

  /**
   * From now on the transactions are ours. The driver would try to begin one after each statement,
   * only to see whether one is open.
   */
  public static void leaveTransactions(Connection connection) {
    ((SQLiteConnection) connection).getConnectionConfig().setAutoCommit(false);
  }

  /**
   * A connection that only reads, of any version of the tables, and has no temporary ones. Of a
   * file that nobody has open it makes no log and no index, so that the folder may be one that only
   * can be read.
   */
  public Connection withoutTables() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    String url =
        isClosed()
            ? URL + "file:" + path.toUri().getRawPath() + "?immutable=1&mode=ro"
            : URL + path;
    return open(url, config, "PRAGMA temp_store = MEMORY");
  }

  /** A log may be left empty; who has the file open has an index of the log. */
  private boolean isClosed() {
    boolean hasNoLog = Path.of(path + "-wal").toFile().length() == 0;
    return hasNoLog && Files.notExists(Path.of(path + "-shm"));
  }

  private Connection open(SQLiteConfig config, String pragmas) throws SQLException {
    check.run();
    return open(URL + path, config, pragmas);
  }

  private static Connection open(String url, SQLiteConfig config, String pragmas)
      throws SQLException {
    config.setBusyTimeout(BUSY_MILLIS);
    // Else every insert is followed by a query for its key, compiled anew each time.
    config.setGetGeneratedKeys(false);
    Connection connection = config.createConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(pragmas);
      return connection;
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }
}
