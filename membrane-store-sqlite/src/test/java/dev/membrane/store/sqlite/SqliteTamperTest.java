package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import dev.membrane.testing.TamperTck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
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
import org.junit.jupiter.api.io.TempDir;

/** All columns of all tables in turn, but for those in which SQLite itself keeps the text index. */
class SqliteTamperTest extends TamperTck {

  private static final String WORDS = "posting.words";

  /** Of a space without records, and of a pool without spaces and runs, nothing follows. */
  private static final List<String> USED =
      List.of(
          "space WHERE id IN (SELECT space FROM memory UNION SELECT whole FROM memory)",
          "pool WHERE id IN (SELECT pool FROM space UNION SELECT pool FROM run)");

  private static final List<String> OF_A_RECORD =
      List.of(
          "memory",
          "document",
          "tombstone",
          "audit",
          "embedding",
          "former_vector",
          "tag_rank",
          "tag_rest",
          "tag_drift",
          "tag_recent");

  @TempDir private Path folder;
  private final List<String> columns = new ArrayList<>();

  @Override
  protected MemoryStore openStore() {
    return SqliteStore.open(config(filled()));
  }

  @Override
  protected StoreReader openReader() {
    return SqliteReader.open(config(Files.exists(altered()) ? altered() : filled()));
  }

  @Override
  protected String alterACell(Random random) {
    return onACopy(
        connection -> {
          String done = null;
          while (done == null) {
            done = alter(nextColumn(connection, random), connection, random);
          }
          return done;
        });
  }

  @Override
  protected String removeARecord(Random random) {
    return onACopy(
        connection -> {
          String all = "SELECT rid FROM memory UNION ALL SELECT rid FROM tombstone";
          List<List<Object>> rids = rows(connection, all);
          Object rid = rids.get(random.nextInt(rids.size())).get(0);
          for (String table : OF_A_RECORD) {
            run(connection, "DELETE FROM " + table + " WHERE rid = ?", rid);
          }
          return "row " + rid;
        });
  }

  @Override
  protected void restore() {
    try {
      for (String suffix : List.of("", "-wal", "-shm", "-keys")) {
        Files.deleteIfExists(folder.resolve("altered.db" + suffix));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The settings of a database. */
  SqliteConfig config(Path file) {
    return new SqliteConfig(file);
  }

  private Path filled() {
    return folder.resolve("filled.db");
  }

  private Path altered() {
    return folder.resolve("altered.db");
  }

  private interface Work {
    String on(Connection connection) throws SQLException;
  }

  private String onACopy(Work work) {
    try {
      Files.copy(filled(), altered(), StandardCopyOption.REPLACE_EXISTING);
      Path keys = DataKeyFile.pathOf(filled());
      if (Files.exists(keys)) {
        Files.copy(keys, DataKeyFile.pathOf(altered()), StandardCopyOption.REPLACE_EXISTING);
      }
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + altered())) {
        return work.on(connection);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Each once, in any order, then each once more. */
  private String nextColumn(Connection connection, Random random) throws SQLException {
    if (columns.isEmpty()) {
      String all =
          """
          SELECT t.name || '.' || c.name FROM pragma_table_list() t, pragma_table_info(t.name) c
          WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'
          """;
      rows(connection, all).forEach(row -> columns.add((String) row.get(0)));
      columns.add(WORDS);
      Collections.shuffle(columns, random);
    }
    return columns.remove(columns.size() - 1);
  }

  /** Null if there is nothing to alter, or nothing that the table takes. */
  private static String alter(String column, Connection connection, Random random)
      throws SQLException {
    if (column.equals(WORDS)) {
      return alterWords(connection, random);
    }
    String table = column.substring(0, column.indexOf('.'));
    String name = column.substring(table.length() + 1);
    String from =
        USED.stream().filter(used -> used.startsWith(table + " ")).findFirst().orElse(table);
    List<String> names = new ArrayList<>();
    rows(connection, "SELECT name FROM pragma_table_info('" + table + "')")
        .forEach(row -> names.add((String) row.get(0)));
    List<List<Object>> rows = rows(connection, "SELECT * FROM " + from);
    for (int tried = 0; tried < 20 && !rows.isEmpty(); tried++) {
      List<Object> row = rows.get(random.nextInt(rows.size()));
      Object before = row.get(names.indexOf(name));
      Object other = rows.get(random.nextInt(rows.size())).get(names.indexOf(name));
      Object after = random.nextInt(3) == 0 ? other : changed(before, random);
      if (!Objects.deepEquals(before, after)
          && isTaken(connection, table, name, names, row, after)) {
        return "%s of %s: %s -> %s".formatted(column, row, text(before), text(after));
      }
    }
    return null;
  }

  private static boolean isTaken(
      Connection connection,
      String table,
      String name,
      List<String> names,
      List<Object> row,
      Object after)
      throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(after);
    values.addAll(row);
    String where = String.join(" AND ", names.stream().map(each -> each + " IS ?").toList());
    try {
      String update = "UPDATE %s SET %s = ? WHERE %s".formatted(table, name, where);
      return run(connection, update, values.toArray()) == 1;
    } catch (SQLException refused) {
      return false;
    }
  }

  private static Object changed(Object value, Random random) {
    if (value instanceof Number number && !(value instanceof Double)) {
      return number.longValue() + (random.nextBoolean() ? 1 : -1) * (1L + random.nextInt(3));
    }
    if (value instanceof Double number) {
      return Double.isInfinite(number) || number == 0 ? 0.25 : number * (1 + random.nextDouble());
    }
    if (value instanceof String text) {
      int at = random.nextInt(text.length() + 1);
      String start = text.substring(0, at);
      return at == text.length() || random.nextBoolean()
          ? start + (char) ('a' + random.nextInt(26)) + text.substring(at)
          : start + text.substring(at + 1);
    }
    if (value instanceof byte[] bytes) {
      byte[] other = bytes.clone();
      other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
      return other;
    }
    return List.of(1L, 0.5, "x").get(random.nextInt(3));
  }

  /** One word more or fewer. */
  private static String alterWords(Connection connection, Random random) throws SQLException {
    run(connection, "CREATE VIRTUAL TABLE temp.v USING fts5vocab ('main', 'posting', 'instance')");
    List<List<Object>> words = rows(connection, "SELECT doc, term FROM temp.v");
    List<Object> word = words.get(random.nextInt(words.size()));
    if (random.nextBoolean()) {
      String remove = "INSERT INTO posting (posting, rowid, words) VALUES ('delete', ?, ?)";
      run(connection, remove, word.toArray());
      return "posting without " + word;
    }
    Object rid = words.get(random.nextInt(words.size())).get(0);
    if (words.contains(List.of(rid, word.get(1)))) {
      return null;
    }
    run(connection, "INSERT INTO posting (rowid, words) VALUES (?, ?)", rid, word.get(1));
    return "posting with " + word.get(1) + " for " + rid;
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  private static int run(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.executeUpdate();
    }
  }

  private static List<List<Object>> rows(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<List<Object>> rows = new ArrayList<>();
      while (found.next()) {
        List<Object> row = new ArrayList<>();
        for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
          row.add(found.getObject(column));
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
