package dev.membrane.store.postgres;

import dev.membrane.store.postgres.internal.database.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One server for all tests of the JVM, or the one that {@code MEMBRANE_TEST_POSTGRES_DSN} names,
 * with a new schema for each store.
 */
public final class TestDatabase {

  private static final String GIVEN = System.getenv("MEMBRANE_TEST_POSTGRES_DSN");
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestDatabase() {}

  /** Started when first asked for, stopped with the JVM. */
  private static final class Server {
    static final EmbeddedPostgres SERVER = start();

    static String dsn() {
      return "postgres://postgres@localhost:" + SERVER.getPort() + "/postgres";
    }

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("max_connections", "300")
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            // Nobody follows its log, so that what fills new tables and indexes need not be in it.
            .setServerConfig("wal_level", "minimal")
            .setServerConfig("max_wal_senders", "0")
            // What it learns of an emptied schema would have a join go through an index as a whole.
            .setServerConfig("autovacuum", "off")
            .setPGStartupWait(Duration.ofMinutes(5))
            .start();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  /** The server without a schema of its own. */
  static String dsn() {
    return GIVEN == null ? Server.dsn() : GIVEN;
  }

  /** A schema that is not there yet. */
  public static PostgresConfig fresh() {
    return inSchema(newSchema());
  }

  /** The same on the server that Maven brings along, which has no pgvector. */
  static PostgresConfig freshWithoutPgvector() {
    return inSchema(Server.dsn(), newSchema());
  }

  /** The same on the server with pgvector. */
  static PostgresConfig freshWithPgvector() {
    return inSchema(PgvectorServer.dsn(), newSchema());
  }

  private static String newSchema() {
    return "test_" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
  }

  /** The same where a scan of an index of vectors soon gives up. */
  static PostgresConfig freshWithHastyPgvector() {
    String options = "?options=-c%20hnsw.max_scan_tuples%3D1";
    return inSchema(PgvectorServer.dsn() + options, newSchema());
  }

  /** A database of its own on the server with pgvector, for what is not done to a shared one. */
  static PostgresConfig databaseWithPgvector() {
    String name = newSchema();
    String dsn = PgvectorServer.dsn();
    run(PostgresConfig.of(dsn), "CREATE DATABASE " + name);
    return PostgresConfig.of(dsn.replaceFirst("/postgres$", "/" + name));
  }

  /**
   * A schema that is not there yet, on the server of the tests in a database of its own: what was
   * deleted in it is kept for no transaction of another test.
   */
  static PostgresConfig alone() {
    return GIVEN == null ? PostgresConfig.of(database()) : fresh();
  }

  /** The same, where the connections can be told from those of other tests by their name. */
  static PostgresConfig alone(String applicationName) {
    String option = "?ApplicationName=" + applicationName;
    return GIVEN == null
        ? PostgresConfig.of(database() + option)
        : inSchema(GIVEN + (GIVEN.contains("?") ? option.replace('?', '&') : option), newSchema());
  }

  /** Waits for the end of the connections of a name: then their figures are counted. */
  static void awaitEnd(PostgresConfig config, String applicationName) {
    run(
        config,
        """
        DO $$ BEGIN
          WHILE EXISTS (SELECT FROM pg_stat_activity
                        WHERE application_name = '%s' AND pid <> pg_backend_pid()) LOOP
            PERFORM pg_stat_clear_snapshot();
            PERFORM pg_sleep(0.01);
          END LOOP;
        END $$
        """
            .formatted(applicationName));
  }

  /** A database of its own, on the server that Maven brings along. */
  public static String database() {
    return copyOf("template1");
  }

  /** A copy of a database, which nobody may have open. */
  static String copyOf(String dsn) {
    String name = newSchema();
    String from = dsn.substring(dsn.lastIndexOf('/') + 1);
    run(PostgresConfig.of(Server.dsn()), "CREATE DATABASE " + name + " TEMPLATE " + from);
    return Server.dsn().replaceFirst("/postgres$", "/" + name);
  }

  /** What the store reaches it by. */
  public static Database of(PostgresConfig config) {
    return new Database(config.access());
  }

  /** A connection to it, which waits as long as it takes. */
  static Connection connect(PostgresConfig config) {
    try {
      return of(config).patient();
    } catch (SQLException failure) {
      throw new IllegalStateException(config.toString(), failure);
    }
  }

  /** The same database for another user, or for {@code postgres}. */
  static PostgresConfig as(String user, PostgresConfig config) {
    return inSchema(
        "postgres://%s@localhost:%s/%s"
            .formatted(user, port(config), config.dataSource().getDatabaseName()),
        config.schema());
  }

  /** Where its server listens. */
  static int port(PostgresConfig config) {
    return config.dataSource().getPortNumbers()[0];
  }

  /** Does something to a database, or asks it for one text. */
  public static String run(PostgresConfig config, String sql) {
    try (Connection connection = connect(config);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet row = statement.getResultSet()) {
        return row.next() ? String.valueOf(row.getString(1)) : "";
      }
    } catch (SQLException failure) {
      throw new IllegalStateException(sql, failure);
    }
  }

  static PostgresConfig inSchema(String schema) {
    return inSchema(dsn(), schema);
  }

  /** What another process reaches a schema of the server by. */
  static String dsn(String schema) {
    return dsn(dsn(), schema);
  }

  private static PostgresConfig inSchema(String dsn, String schema) {
    return PostgresConfig.of(dsn(dsn, schema));
  }

  private static String dsn(String server, String schema) {
    return server + (server.contains("?") ? "&" : "?") + "currentSchema=" + schema;
  }
}
