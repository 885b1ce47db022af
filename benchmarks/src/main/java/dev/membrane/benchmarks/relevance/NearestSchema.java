package dev.membrane.benchmarks.relevance;

import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.PostgresStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A schema for the time of a measurement, and what is asked of it past the store. */
final class NearestSchema implements AutoCloseable {

  private static final String NO_INDEXES =
      "SELECT pg_advisory_%slock(hashtextextended('membrane indexes %s', 0))";

  private static final String INDEX =
      """
      SELECT %s
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname LIKE 'near%%' AND c.relnamespace = '%s'::regnamespace AND %s
      """;

  private static final int POLL_MILLIS = 100;

  private final String name;
  private final Connection connection;
  private final PostgresStore store;

  /**
   * Makes a schema and a store in it.
   *
   * @param url of a database, for JDBC
   */
  NearestSchema(String url, String name) throws SQLException {
    this.name = name;
    this.connection = DriverManager.getConnection(url);
    run("DROP SCHEMA IF EXISTS " + name + " CASCADE");
    String separator = url.contains("?") ? "&" : "?";
    this.store = PostgresStore.open(PostgresConfig.of(url + separator + "currentSchema=" + name));
  }

  PostgresStore store() {
    return store;
  }

  /** Keeps the store from building indexes, as another node would that builds one. */
  void forbidIndexes() throws SQLException {
    run(NO_INDEXES.formatted("", name));
  }

  void allowIndexes() throws SQLException {
    run(NO_INDEXES.formatted("un", name));
  }

  /** As after some time in which nobody wrote. */
  void settle() throws SQLException {
    for (String table : new String[] {"memory", "document", "posting", "embedding", "pool"}) {
      run("VACUUM ANALYZE " + name + "." + table);
    }
  }

  /** The seconds from the beginning to the end of building the index of vectors. */
  double awaitIndex() throws SQLException, InterruptedException {
    long begin = System.nanoTime();
    while (count("NOT i.indisvalid") == 0) {
      Thread.sleep(POLL_MILLIS);
      begin = System.nanoTime();
    }
    while (count("i.indisvalid") == 0) {
      Thread.sleep(POLL_MILLIS);
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  long indexBytes() throws SQLException {
    return number("sum(pg_relation_size(i.indexrelid))", "i.indisvalid");
  }

  private long count(String state) throws SQLException {
    return number("count(*)", state);
  }

  private long number(String what, String state) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(INDEX.formatted(what, name, state))) {
      row.next();
      return row.getLong(1);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    store.close();
    run("DROP SCHEMA IF EXISTS " + name + " CASCADE");
    connection.close();
  }
}
