package dev.membrane.store.postgres.internal.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction.RowParser;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** How connections to the database are opened. */
public record Database(DatabaseAccess access) {

  /** How long a statement may take, and a transaction that reads wait for its next one. */
  private static final int MAX_MILLIS = 10_000;

  /**
   * How long a transaction that writes may wait for its next statement. After this time the
   * unfinished work of a node that died or was cut off is undone, before those give up who wait for
   * it.
   */
  private static final int MAX_IDLE_MILLIS = MAX_MILLIS / 2;

  /** Longer than the server would need to give up, so that only a lost server is given up. */
  private static final int SOCKET_SECONDS = 3 * MAX_MILLIS / 1_000;

  private static final int CONNECT_SECONDS = 5;
  private static final int POOL_WAIT_MILLIS = 5_000;
  private static final int POOL_SIZE = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  // Of what another database relies on, whatever is configured for other commits.
  private static final String DURABLE = " -c synchronous_commit=on";

  // Else a database or a server may be set to round numbers, and to read backslashes in texts.
  private static final String EXACT = " -c extra_float_digits=1 -c standard_conforming_strings=on";

  private static final String ONE_STATE = " -c default_transaction_isolation=repeatable\\ read";

  // No option, so that it is still known whether who writes is read only.
  private static final String READ_ONLY = "SET default_transaction_read_only = on;";

  // Where the server knows it, also for a transaction as a whole. With a record goes all that was
  // learned from it, in one.
  private static final String LIMIT_TRANSACTIONS =
      """
      SELECT set_config('transaction_timeout', '%s', FALSE)
      WHERE current_setting('transaction_timeout', TRUE) IS NOT NULL
      """
          .formatted(12 * MAX_MILLIS);

  public String schema() {
    return access.schema();
  }

  /** Where the data keys are; null: here. */
  public @Nullable Database keys() {
    @Nullable DatabaseAccess keys = access.keys();
    return keys == null ? null : new Database(keys);
  }

  /**
   * The number of the lock that the store's writers share, see {@link #turn}. The schema's name is
   * a part of it, as one database may hold several stores.
   */
  public String lock() {
    return "hashtextextended('membrane writes " + schema() + "', 0)";
  }

  /** The statement that waits until no writer is left, and keeps out others to the end. */
  public String turn() {
    return "SELECT pg_advisory_xact_lock(" + lock() + ")";
  }

  /**
   * Makes the schema where it is missing. {@code IF NOT EXISTS} would ask for the right to make one
   * where it is there already.
   */
  public void makeSchema(Connection connection) throws SQLException {
    if (text(connection, "SELECT to_regnamespace('" + schema() + "')") == null) {
      update(connection, "CREATE SCHEMA IF NOT EXISTS " + schema());
    }
  }

  /** The first column of the first row of a query, if there is one. */
  public static @Nullable String text(Connection connection, String query, Object... values)
      throws SQLException {
    return first(connection, row -> row.getString(1), query, values);
  }

  /** The first row of a query, if there is one. */
  public static <T> @Nullable T first(
      Connection connection, RowParser<T> parser, String query, Object... values)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, query, values);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? parser.read(row) : null;
    }
  }

  /** All rows of a query. */
  public static <T> List<T> all(
      Connection connection, RowParser<T> parser, String query, Object... values)
      throws SQLException {
    List<T> all = new ArrayList<>();
    try (PreparedStatement statement = bound(connection, query, values);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        all.add(parser.read(row));
      }
    }
    return all;
  }

  /** Runs a statement. */
  public static void update(Connection connection, String sql, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = bound(connection, sql, values)) {
      statement.executeUpdate();
    }
  }

  private static PreparedStatement bound(
      Connection connection, String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /**
   * A connection that may take all the time it needs, committing each statement, also to the disk.
   */
  public Connection patient() throws SQLException {
    PGSimpleDataSource source = with(DURABLE);
    source.setSocketTimeout(0);
    return source.getConnection();
  }

  /** The same in transactions. */
  public Connection transactions() throws SQLException {
    Connection connection = patient();
    connection.setAutoCommit(false);
    return connection;
  }

  /** A connection that writes, in transactions. */
  public Connection writing() throws SQLException {
    return writing("");
  }

  /** The same, where each commit is on the disk before it is answered. */
  Connection durable() throws SQLException {
    return writing(DURABLE);
  }

  private Connection writing(String more) throws SQLException {
    Connection connection = limited(MAX_IDLE_MILLIS, more).getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute(LIMIT_TRANSACTIONS);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }

  /** Connections that read, each transaction one state of the database. */
  public HikariDataSource reading() {
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("membrane-postgres-readers");
    pool.setDataSource(limited(MAX_MILLIS, ONE_STATE));
    pool.setConnectionInitSql(READ_ONLY + LIMIT_TRANSACTIONS);
    pool.setAutoCommit(false);
    // Named, since a connection that is lost while the pool looks it up leaves the pool unusable.
    pool.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
    // Else what the pool itself asks would begin the transaction of who comes next.
    pool.setIsolateInternalQueries(true);
    pool.setMaximumPoolSize(POOL_SIZE);
    pool.setMinimumIdle(1);
    pool.setConnectionTimeout(POOL_WAIT_MILLIS);
    // The database was there a moment ago; if it goes away, each read says so.
    pool.setInitializationFailTimeout(-1);
    return new HikariDataSource(pool);
  }

  private PGSimpleDataSource limited(int idleMillis, String more) {
    String limits =
        " -c statement_timeout=%s -c idle_in_transaction_session_timeout=%s"
            .formatted(MAX_MILLIS, idleMillis);
    PGSimpleDataSource source = with(limits + more);
    source.setSocketTimeout(SOCKET_SECONDS);
    return source;
  }

  private PGSimpleDataSource with(String options) {
    PGSimpleDataSource source = access.source().get();
    source.setOptions(Objects.requireNonNullElse(source.getOptions(), "") + EXACT + options);
    // Beside ours only the one that extensions usually live in.
    source.setCurrentSchema(access.schema() + ",public");
    source.setTcpKeepAlive(true);
    source.setConnectTimeout(CONNECT_SECONDS);
    if (source.getApplicationName() == null) {
      source.setApplicationName("membrane");
    }
    if (source.getServerNames().length > 1 && source.getTargetServerType() == null) {
      source.setTargetServerType("primary");
    }
    return source;
  }

  public StoreOpenException cannotOpen(SQLException failure) {
    return cannot("cannot be opened", failure);
  }

  /** It cannot be used: for a while, or until somebody changes what the failure tells. */
  public StoreOpenException cannot(String what, SQLException failure) {
    String user = access.source().get().getUser();
    String told =
        this
            + ": "
            + what
            + ": "
            + SqlStates.oneLine(failure)
            + (SqlStates.isWithoutRight(failure) && user != null ? ", for user " + user : "");
    return SqlStates.isLasting(failure)
        ? StoreOpenException.configuration(told, failure)
        : new StoreOpenException(told, failure);
  }

  /** It cannot be opened as it is configured. */
  public StoreOpenException fault(String fault) {
    return StoreOpenException.configuration(this + ": " + fault);
  }

  public StoreOpenException fault(String fault, Exception cause) {
    return StoreOpenException.configuration(this + ": " + fault, cause);
  }

  @Override
  public String toString() {
    return access.name();
  }
}
