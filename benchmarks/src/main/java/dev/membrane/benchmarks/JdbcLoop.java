package dev.membrane.benchmarks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the rows of a store's file into another file: the inserts of every record, and once per
 * transaction the figures that records share. Nothing is checked, computed or waited for but the
 * disk.
 */
final class JdbcLoop {

  /** Begins what stands before the words of a record and is none. */
  private static final String MARK = "@";

  private static final List<String> PER_RECORD =
      List.of("memory", "document", "tag_recent", "posting", "audit", "queue", "key");

  /** Written for many records together. */
  private static final List<String> LISTS = List.of("tag_rank", "tag_rest", "tag_drift");

  /** Without an index by record. */
  private static final List<String> OF_TAGS =
      Stream.concat(LISTS.stream(), Stream.of("tag_recent")).toList();

  /** As many records. */
  private static final int LISTED_TOGETHER = 1024;

  private static final String PRAGMAS =
      "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384;"
          + " PRAGMA journal_size_limit = 134217728; PRAGMA temp_store = MEMORY;";

  private static final String ADD_TO_POOL =
      "UPDATE pool SET records = records + ?, length = length + ? WHERE id = ?";

  private static final String ADD_TO_WORDS =
      "INSERT INTO pool_word_log (pool, entries, deltas) VALUES (?, ?, ?)";

  private static final String ADD_TO_AUDITS =
      """
      INSERT INTO audit_total (action, entries) VALUES ('create', ?)
      ON CONFLICT (action) DO UPDATE SET entries = entries + excluded.entries
      """;

  private final Map<String, List<List<Object>>> shared = new TreeMap<>();
  private final List<LoopRow> items = new ArrayList<>();
  private long counted;

  /** The rows of one record by table, and what it adds to pools. */
  private record LoopRow(
      Map<String, List<List<Object>>> rows, List<Long> pools, int length, List<String> words) {}

  private JdbcLoop() {}

  /** Reads what is to be written, of a file that nobody writes. */
  static JdbcLoop like(Path file) {
    JdbcLoop loop = new JdbcLoop();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      loop.read(connection);
      return loop;
    } catch (SQLException failure) {
      throw new IllegalStateException(file + " cannot be read", failure);
    }
  }

  /** Seconds that it takes to write all, with so many records in each transaction. */
  double seconds(Path file, int batch) {
    Properties bare = new Properties();
    // Else the driver asks for the key of every row that was inserted.
    bare.setProperty("jdbc.get_generated_keys", "false");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, bare);
        Statement pragmas = connection.createStatement()) {
      pragmas.executeUpdate(PRAGMAS);
      write(connection, shared);
      LoopSql sql = new LoopSql(connection);
      long start = System.nanoTime();
      int listed = 0;
      for (int n = 0; n < items.size(); n += batch) {
        int end = Math.min(items.size(), n + batch);
        sql.run("BEGIN IMMEDIATE", List.of());
        writeBatch(sql, items.subList(n, end));
        if (end - listed >= LISTED_TOGETHER || end == items.size()) {
          writeLists(sql, items.subList(listed, end));
          listed = end;
        }
        sql.run("COMMIT", List.of());
      }
      return (System.nanoTime() - start) / 1e9;
    } catch (SQLException failure) {
      throw new IllegalStateException(file + " cannot be written", failure);
    }
  }

  private void writeBatch(LoopSql sql, List<LoopRow> batch) throws SQLException {
    Map<Long, int[]> pools = new TreeMap<>();
    Map<Long, SortedMap<String, Integer>> words = new TreeMap<>();
    for (LoopRow item : batch) {
      for (String table : PER_RECORD) {
        for (List<Object> row : item.rows().getOrDefault(table, List.of())) {
          sql.insert(table, row);
        }
      }
      for (long pool : item.pools()) {
        int[] sums = pools.computeIfAbsent(pool, first -> new int[2]);
        sums[0]++;
        sums[1] += item.length();
        SortedMap<String, Integer> counts = words.computeIfAbsent(pool, first -> new TreeMap<>());
        item.words().forEach(word -> counts.merge(word, 1, Integer::sum));
      }
    }
    for (Map.Entry<Long, int[]> pool : pools.entrySet()) {
      sql.run(ADD_TO_POOL, List.of(pool.getValue()[0], pool.getValue()[1], pool.getKey()));
    }
    for (Map.Entry<Long, SortedMap<String, Integer>> pool : words.entrySet()) {
      counted += pool.getValue().size();
      sql.run(ADD_TO_WORDS, List.of(pool.getKey(), counted, bytes(pool.getValue())));
    }
    sql.run(ADD_TO_AUDITS, List.of(batch.size()));
  }

  private static void writeLists(LoopSql sql, List<LoopRow> items) throws SQLException {
    for (String table : LISTS) {
      List<List<Object>> rows = new ArrayList<>();
      items.forEach(item -> rows.addAll(item.rows().getOrDefault(table, List.of())));
      rows.sort(
          Comparator.<List<Object>>comparingLong(row -> ((Number) row.get(0)).longValue())
              .thenComparing(row -> (String) row.get(1)));
      for (List<Object> row : rows) {
        sql.insert(table, row);
      }
    }
  }

  /** As the store writes them: without what a word has in common with the one before it. */
  private static byte[] bytes(SortedMap<String, Integer> counts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] last = {};
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      byte[] word = count.getKey().getBytes(StandardCharsets.UTF_8);
      int common = Arrays.mismatch(last, word);
      bytes.write(common);
      bytes.write(word, common, word.length - common);
      // An end below '0' is the count; other counts follow a 0, doubled, seven bits a byte.
      int end = count.getValue() < '0' ? count.getValue() : 0;
      bytes.write(end);
      for (int rest = end > 0 ? 0 : 2 * count.getValue(); rest > 0; rest >>= 7) {
        bytes.write((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
      }
      last = word;
    }
    return bytes.toByteArray();
  }

  private static void write(Connection connection, Map<String, List<List<Object>>> tables)
      throws SQLException {
    LoopSql sql = new LoopSql(connection);
    for (Map.Entry<String, List<List<Object>>> table : tables.entrySet()) {
      for (List<Object> row : table.getValue()) {
        sql.insert(table.getKey(), row);
      }
    }
  }

  private void read(Connection connection) throws SQLException {
    shared.put("lane", rows(connection, "SELECT * FROM lane"));
    shared.put("space", rows(connection, "SELECT * FROM space"));
    shared.put("pool", rows(connection, "SELECT id, whole, scope, level, 0, 0 FROM pool"));
    Map<Object, Long> poolOfSpace = new HashMap<>();
    rows(connection, "SELECT id, pool FROM space")
        .forEach(row -> poolOfSpace.put(row.get(0), ((Number) row.get(1)).longValue()));
    Map<String, Map<Object, List<List<Object>>>> lists = new HashMap<>();
    for (String table : OF_TAGS) {
      lists.put(table, byRid(rows(connection, "SELECT * FROM " + table)));
    }
    for (List<Object> key :
        rows(
            connection,
            "SELECT m.rid, m.id, m.space, m.whole, d.length, d.words FROM memory m"
                + " JOIN document d ON d.rid = m.rid ORDER BY m.rid")) {
      Map<String, List<List<Object>>> listed = new HashMap<>();
      lists.forEach((table, rows) -> listed.put(table, rows.getOrDefault(key.get(0), List.of())));
      items.add(item(connection, key, listed, poolOfSpace));
    }
  }

  /** The rows of a list by their last column. */
  private static Map<Object, List<List<Object>>> byRid(List<List<Object>> rows) {
    return rows.stream().collect(Collectors.groupingBy(row -> row.get(row.size() - 1)));
  }

  private static LoopRow item(
      Connection connection,
      List<Object> key,
      Map<String, List<List<Object>>> listed,
      Map<Object, Long> poolOfSpace)
      throws SQLException {
    Object rid = key.get(0);
    Map<String, List<List<Object>>> rows = new HashMap<>(listed);
    for (String table : List.of("memory", "document", "audit")) {
      rows.put(table, rows(connection, "SELECT * FROM " + table + " WHERE rid = ?", rid));
    }
    rows.put("queue", rows(connection, "SELECT * FROM queue WHERE item = ?", key.get(1)));
    rows.put("key", rows(connection, "SELECT * FROM key WHERE owner = ?", key.get(1)));
    List<Object> spaces = List.of(key.get(2), key.get(3));
    List<String> words =
        Stream.of(((String) key.get(5)).trim().split(" "))
            .filter(word -> !word.startsWith(MARK))
            .map(JdbcLoop::word)
            .toList();
    rows.put("posting", List.of(List.of(rid, postings(spaces, words))));
    return new LoopRow(
        rows,
        spaces.stream().map(poolOfSpace::get).toList(),
        ((Number) key.get(4)).intValue(),
        words.stream().filter(word -> word.startsWith("t") || word.startsWith("g")).toList());
  }

  /** The word without its count. */
  private static String word(String counted) {
    return counted.replaceFirst("=[0-9]+$", "");
  }

  private static String postings(List<Object> spaces, List<String> words) {
    return words.stream()
        .flatMap(
            word ->
                spaces.stream()
                    .map(
                        space ->
                            Long.toString(((Number) space).longValue(), Character.MAX_RADIX)
                                + '_'
                                + word))
        .collect(Collectors.joining(" "));
  }

  private static List<List<Object>> rows(Connection connection, String query, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      List<List<Object>> rows = new ArrayList<>();
      try (ResultSet found = statement.executeQuery()) {
        int columns = found.getMetaData().getColumnCount();
        while (found.next()) {
          List<Object> row = new ArrayList<>();
          for (int column = 1; column <= columns; column++) {
            row.add(found.getObject(column));
          }
          rows.add(row);
        }
      }
      return rows;
    }
  }

  /** Statements that are prepared once. */
  private static final class LoopSql {

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private final Map<String, String> inserts = new HashMap<>();

    LoopSql(Connection connection) {
      this.connection = connection;
    }

    void insert(String table, List<Object> row) throws SQLException {
      run(inserts.computeIfAbsent(table, name -> insertInto(name, row.size())), row);
    }

    void run(String sql, List<?> values) throws SQLException {
      PreparedStatement statement = prepared(sql);
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      statement.executeUpdate();
    }

    private PreparedStatement prepared(String sql) throws SQLException {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
      }
      return statement;
    }

    private static String insertInto(String table, int columns) {
      String columnNames = table.equals("posting") ? " (rowid, words)" : "";
      return "INSERT INTO "
          + table
          + columnNames
          + " VALUES "
          + Stream.generate(() -> "?").limit(columns).collect(Collectors.joining(", ", "(", ")"));
    }
  }
}
