package dev.membrane.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/**
 * The least that a memory in SQLite writes: for each record a row, a tag, an audit entry and its
 * text to FTS5, each once, by one thread that waits for nothing but the disk.
 */
final class RawLoop {

  private static final String PRAGMAS =
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;"
          + " PRAGMA wal_autocheckpoint = 16384; PRAGMA temp_store = MEMORY;";

  private static final String TABLES =
      """
      CREATE TABLE record (rid INTEGER PRIMARY KEY, id TEXT UNIQUE, scope TEXT, salience REAL, doc TEXT);
      CREATE INDEX record_by_salience ON record (scope, salience);
      CREATE TABLE tag (tag TEXT, rid INTEGER, PRIMARY KEY (tag, rid)) WITHOUT ROWID;
      CREATE TABLE audit (rid INTEGER, seq INTEGER, action TEXT, actor TEXT, rationale TEXT,
        hash TEXT, PRIMARY KEY (rid, seq)) WITHOUT ROWID;
      CREATE VIRTUAL TABLE text USING fts5 (words, content = '', detail = none);
      """;

  /** What is written of a record. */
  record RawItem(String id, String scope, String tag, String doc, String words, String hash) {}

  private RawLoop() {}

  /**
   * Writes to a new file.
   *
   * @param batch records in each transaction
   * @return seconds
   */
  static double seconds(Path file, List<RawItem> items, int batch) throws SQLException {
    Properties bare = new Properties();
    // Else the driver asks for the key of every row that was inserted.
    bare.setProperty("jdbc.get_generated_keys", "false");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, bare);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(PRAGMAS);
      statement.executeUpdate(TABLES);
      PreparedStatement begin = connection.prepareStatement("BEGIN IMMEDIATE");
      PreparedStatement commit = connection.prepareStatement("COMMIT");
      Inserts inserts = Inserts.on(connection);
      long start = System.nanoTime();
      for (int n = 0; n < items.size(); n++) {
        if (n % batch == 0) {
          begin.executeUpdate();
        }
        inserts.write(n + 1, items.get(n));
        if ((n + 1) % batch == 0 || n + 1 == items.size()) {
          commit.executeUpdate();
        }
      }
      return (System.nanoTime() - start) / 1e9;
    }
  }

  private record Inserts(
      PreparedStatement row,
      PreparedStatement tag,
      PreparedStatement audit,
      PreparedStatement text) {

    static Inserts on(Connection connection) throws SQLException {
      return new Inserts(
          connection.prepareStatement("INSERT INTO record VALUES (?, ?, ?, 1.0, ?)"),
          connection.prepareStatement("INSERT INTO tag VALUES (?, ?)"),
          connection.prepareStatement(
              "INSERT INTO audit VALUES (?, 1, 'create', 'load', 'made', ?)"),
          connection.prepareStatement("INSERT INTO text (rowid, words) VALUES (?, ?)"));
    }

    void write(int rid, RawItem item) throws SQLException {
      run(row, rid, item.id(), item.scope(), item.doc());
      run(tag, item.tag(), rid);
      run(audit, rid, item.hash());
      run(text, rid, item.words());
    }

    private static void run(PreparedStatement statement, Object... values) throws SQLException {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }
}
