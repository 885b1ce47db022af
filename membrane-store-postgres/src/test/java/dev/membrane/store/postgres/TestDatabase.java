package dev.membrane.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One server for all tests of the JVM, or the one that {@code MEMBRANE_TEST_POSTGRES_DSN} names,
 * with a new schema for each store.
 */
final class TestDatabase {

  private static final String GIVEN = System.getenv("MEMBRANE_TEST_POSTGRES_DSN");
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private TestDatabase() {}

  /** Started when first asked for, stopped with the JVM. */
  private static final class Embedded {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().setServerConfig("max_connections", "300").start();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  /** The server without a schema of its own. */
  static String dsn() {
    return GIVEN == null
        ? "postgres://postgres@localhost:" + Embedded.SERVER.getPort() + "/postgres"
        : GIVEN;
  }

  /** A schema that is not there yet. */
  static PostgresConfig fresh() {
    long process = ProcessHandle.current().pid();
    return inSchema("test_" + process + "_" + SCHEMAS.incrementAndGet());
  }

  static PostgresConfig inSchema(String schema) {
    String dsn = dsn();
    return PostgresConfig.of(dsn + (dsn.contains("?") ? "&" : "?") + "currentSchema=" + schema);
  }
}
