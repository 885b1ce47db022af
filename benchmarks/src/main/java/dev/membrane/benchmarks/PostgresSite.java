package dev.membrane.benchmarks;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.PostgresStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A new schema of a PostgreSQL. */
final class PostgresSite implements Site {

  private static final String TABLES =
      "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()";

  private static final String BYTES =
      """
      SELECT sum(pg_total_relation_size(oid)) FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      """;

  private final String name;
  private final String url;
  private final @Nullable Path keyFile;

  /**
   * A new schema.
   *
   * @param database as JDBC names it
   * @param keyFile with the key that encrypts the store; null: it is not encrypted
   */
  PostgresSite(String database, String name, @Nullable Path keyFile) throws SQLException {
    this.name = name;
    this.keyFile = keyFile;
    this.url = database + (database.contains("?") ? "&" : "?") + "currentSchema=" + name;
    close();
  }

  @Override
  public String backend() {
    return "postgres";
  }

  @Override
  public MemoryStore open() {
    PostgresConfig config = PostgresConfig.of(url);
    return PostgresStore.open(keyFile == null ? config : config.encryptedWith(keyFile));
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Override
  public void settle() throws SQLException {
    vacuum("VACUUM ANALYZE ");
  }

  @Override
  public void compact() throws SQLException {
    vacuum("VACUUM FULL ");
  }

  private void vacuum(String how) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(TABLES)) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      statement.execute(how + String.join(", ", tables));
    }
  }

  @Override
  public long bytes() throws SQLException {
    return number(BYTES);
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("MEMBRANE_BACKEND", backend(), "MEMBRANE_POSTGRES_DSN", url);
  }

  @Override
  public double importedAtLeast() {
    return 2_000;
  }

  @Override
  public void close() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA IF EXISTS " + name + " CASCADE");
    }
  }
}
