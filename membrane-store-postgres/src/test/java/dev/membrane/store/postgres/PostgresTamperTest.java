package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.testing.TamperTck;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * All columns of all tables in turn, but for the version of the tables, without which the store
 * does not open, the leases, which end by themselves, and the data keys, which an open store has in
 * memory.
 */
class PostgresTamperTest extends TamperTck {

  /**
   * Of a space without records, of a pool without spaces and runs, and of a word that no record
   * has, nothing follows.
   */
  private static final List<String> USED =
      List.of(
          "space WHERE id IN (SELECT space FROM memory UNION SELECT whole FROM memory)",
          "pool WHERE id IN (SELECT pool FROM space UNION SELECT pool FROM run)",
          "pool_word WHERE records <> 0");

  private static final List<String> OF_A_RECORD =
      List.of("memory", "document", "posting", "tombstone", "audit", "embedding", "former_vector");

  private static final String ID =
      "SELECT id FROM memory WHERE rid = %1$s UNION ALL SELECT id FROM tombstone WHERE rid = %1$s";

  private final List<String> columns = new ArrayList<>();
  private PostgresConfig config;

  private PostgresStore store;
  private Undo undo;

  private interface Undo {
    void run(Connection connection) throws SQLException;
  }

  PostgresConfig fresh() {
    return TestDatabase.freshWithoutPgvector();
  }

  @Override
  protected MemoryStore openStore() {
    config = fresh();
    store = PostgresStore.open(config);
    return PostgresStore.open(config);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void an_altered_id_leads_nobody_round_in_a_circle() throws SQLException {
    try (Membrane membrane =
            Membrane.builder().backgroundJobs(false).openStore(this::openStore).build();
        Connection connection = TestDatabase.connect(config)) {
      Memory project = membrane.as(Caller.named("agent").in("project"));
      project.ingestion().observe("agent", "user", "prefers_language", "Go");
      run(connection, "UPDATE memory SET long_id = '0'");
      AuditReport report = new AuditVerifier(openReader(), checked -> {}).verify();
      assertThat(report.broken()).isNotNull();
    }
  }

  /** Stays open, as another node would. */
  @Override
  protected StoreReader openReader() {
    return new ForwardingStore(store) {
      @Override
      public void close() {}
    };
  }

  @Override
  protected int cells() {
    return 20;
  }

  @Override
  protected String alterACell(Random random) {
    String done = null;
    try (Connection connection = TestDatabase.connect(config)) {
      while (done == null) {
        done = alter(nextColumn(connection, random), connection, random);
      }
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
    return done;
  }

  @Override
  protected String removeARecord(Random random) {
    try (Connection connection = TestDatabase.connect(config)) {
      String all = "SELECT rid FROM memory UNION ALL SELECT rid FROM tombstone";
      List<List<Object>> rids = rows(connection, all);
      Object rid = rids.get(random.nextInt(rids.size())).get(0);
      run(connection, "CREATE TABLE kept_record_scope AS SELECT * FROM record_scope");
      run(connection, "DELETE FROM record_scope WHERE id IN (%s)".formatted(ID.formatted(rid)));
      for (String table : OF_A_RECORD) {
        run(connection, "CREATE TABLE kept_" + table + " AS SELECT * FROM " + table);
        run(connection, "DELETE FROM " + table + " WHERE rid = " + rid);
      }
      undo = PostgresTamperTest::putBack;
      return "row " + rid;
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void putBack(Connection connection) throws SQLException {
    for (String table : Stream.concat(OF_A_RECORD.stream(), Stream.of("record_scope")).toList()) {
      run(
          connection,
          "INSERT INTO %1$s SELECT * FROM kept_%1$s ON CONFLICT DO NOTHING".formatted(table));
      run(connection, "DROP TABLE kept_" + table);
    }
  }

  @Override
  protected void restore() {
    try (Connection connection = TestDatabase.connect(config)) {
      undo.run(connection);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Each once, in any order, then each once more. */
  private String nextColumn(Connection connection, Random random) throws SQLException {
    if (columns.isEmpty()) {
      String all =
          """
          SELECT table_name || '.' || column_name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name NOT IN ('membrane_schema', 'lease', 'data_key')
          ORDER BY 1
          """;
      rows(connection, all).forEach(row -> columns.add((String) row.get(0)));
      Collections.shuffle(columns, random);
    }
    return columns.remove(columns.size() - 1);
  }

  /** Null if there is nothing to alter, or nothing that the table takes. */
  private String alter(String column, Connection connection, Random random) throws SQLException {
    String table = column.substring(0, column.indexOf('.'));
    String name = column.substring(table.length() + 1);
    String from =
        USED.stream().filter(used -> used.startsWith(table + " ")).findFirst().orElse(table);
    List<List<Object>> rows = rows(connection, "SELECT ctid::text, " + name + " FROM " + from);
    for (int tried = 0; tried < 20 && !rows.isEmpty(); tried++) {
      List<Object> row = rows.get(random.nextInt(rows.size()));
      Object before = row.get(1);
      Object other = rows.get(random.nextInt(rows.size())).get(1);
      Object after = random.nextInt(3) == 0 ? other : changed(before, random);
      if (!Objects.deepEquals(before, after)) {
        String place = set(connection, table, name, after, row.get(0));
        if (place != null) {
          undo = later -> set(later, table, name, before, place);
          return "%s: %s -> %s".formatted(column, text(before), text(after));
        }
      }
    }
    return null;
  }

  /** Answers where the row stands then; null if the table does not take the value. */
  private static String set(
      Connection connection, String table, String name, Object value, Object place) {
    String update = "UPDATE %s SET %s = ? WHERE ctid = ?::tid RETURNING ctid::text";
    try (PreparedStatement statement = connection.prepareStatement(update.formatted(table, name))) {
      Object given =
          value instanceof String[] texts ? connection.createArrayOf("text", texts) : value;
      statement.setObject(1, given);
      statement.setObject(2, place);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    } catch (SQLException refused) {
      return null;
    }
  }

  private static Object changed(Object value, Random random) {
    if (value instanceof Boolean truth) {
      return !truth;
    }
    if (value instanceof BigDecimal number) {
      return number.add(BigDecimal.ONE);
    }
    if (value instanceof Integer number) {
      return number + (random.nextBoolean() ? 1 : -1) * (1 + random.nextInt(3));
    }
    if (value instanceof Long number) {
      return number + (random.nextBoolean() ? 1 : -1) * (1L + random.nextInt(3));
    }
    if (value instanceof Double number) {
      return Double.isInfinite(number) || number == 0 ? 0.25 : number * (1 + random.nextDouble());
    }
    if (value instanceof String text) {
      return changed(text, random);
    }
    if (value instanceof byte[] bytes) {
      byte[] other = bytes.clone();
      other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
      return other;
    }
    if (value instanceof String[] texts && texts.length > 0) {
      String[] others = texts.clone();
      int at = random.nextInt(others.length);
      others[at] = changed(others[at], random);
      return others;
    }
    return List.of(1L, 0.5, "x").get(random.nextInt(3));
  }

  private static String changed(String text, Random random) {
    int at = random.nextInt(text.length() + 1);
    String start = text.substring(0, at);
    return at == text.length() || random.nextBoolean()
        ? start + (char) ('a' + random.nextInt(26)) + text.substring(at)
        : start + text.substring(at + 1);
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes
        ? Arrays.toString(bytes)
        : value instanceof String[] texts ? Arrays.toString(texts) : String.valueOf(value);
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private static List<List<Object>> rows(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<List<Object>> rows = new ArrayList<>();
      while (found.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          Object value = found.getObject(column);
          row.add(value instanceof Array array ? array.getArray() : value);
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
