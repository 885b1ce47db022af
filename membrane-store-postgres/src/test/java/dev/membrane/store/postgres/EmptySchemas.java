package dev.membrane.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Schemas that hold nothing, for tests that close what they open. A test that passes leaves its
 * schemas to others, as emptying one takes a fraction of the time that making it takes.
 */
final class EmptySchemas implements AfterEachCallback {

  private static final int VALID_SECONDS = 5;

  private static @Nullable Connection kept;

  private static final Queue<PostgresConfig> PLAIN = new ConcurrentLinkedQueue<>();
  private static final Queue<PostgresConfig> ENCRYPTED = new ConcurrentLinkedQueue<>();

  /**
   * What is there once the tables are made stays: their version, and the key of the store. Rows
   * that were deleted stay in the way of scans until a table is truncated, which costs as much as
   * very many of them.
   */
  private static final String EMPTY =
      """
      DO $$
      DECLARE
        filled regclass;
      BEGIN
        FOR filled IN SELECT oid FROM pg_class
          WHERE relnamespace = '%1$s'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
            AND relname NOT IN ('membrane_schema', 'data_key')
        LOOP
          IF pg_relation_size(filled) > 100000 THEN
            EXECUTE 'TRUNCATE ' || filled;
          ELSE
            EXECUTE 'DELETE FROM ' || filled;
          END IF;
        END LOOP;
        DELETE FROM %1$s.data_key WHERE id > 1;
        PERFORM setval(format('%1$s.%%I', sequencename)::regclass, start_value, FALSE)
          FROM pg_sequences WHERE schemaname = '%1$s';
      END $$
      """;

  private final Queue<PostgresConfig> free;
  private final Supplier<PostgresConfig> making;
  private final List<PostgresConfig> taken = new ArrayList<>();

  private EmptySchemas(Queue<PostgresConfig> free, Supplier<PostgresConfig> making) {
    this.free = free;
    this.making = making;
  }

  static EmptySchemas plain() {
    return new EmptySchemas(PLAIN, TestDatabase::fresh);
  }

  /** All with one key. */
  static EmptySchemas encrypted() {
    return new EmptySchemas(ENCRYPTED, EncryptedDatabases::fresh);
  }

  /** One that no other test has until this one has ended. */
  PostgresConfig next() {
    PostgresConfig config = free.poll();
    if (config == null) {
      config = making.get();
    } else {
      empty(config.schema());
    }
    taken.add(config);
    return config;
  }

  private static synchronized void empty(String schema) {
    try (Statement statement = connection().createStatement()) {
      statement.execute(EMPTY.formatted(schema));
    } catch (SQLException failure) {
      throw new IllegalStateException(schema, failure);
    }
  }

  /** A new one would take five times as much work to empty a schema; tests end connections, too. */
  private static Connection connection() throws SQLException {
    Connection known = kept;
    if (known == null || !known.isValid(VALID_SECONDS)) {
      known = TestDatabase.connect(PostgresConfig.of(TestDatabase.dsn()));
      kept = known;
    }
    return known;
  }

  /** Comes after the methods that close stores. A test that failed may have left one open. */
  @Override
  public void afterEach(ExtensionContext test) {
    if (test.getExecutionException().isEmpty()) {
      free.addAll(taken);
    }
  }
}
