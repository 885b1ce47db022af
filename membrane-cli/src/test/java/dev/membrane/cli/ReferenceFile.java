package dev.membrane.cli;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A database as the reference server writes it. */
final class ReferenceFile implements AutoCloseable {

  private static final String[] TABLES = {
    "memory_records (id TEXT PRIMARY KEY, type TEXT NOT NULL, sensitivity TEXT NOT NULL,"
        + " confidence REAL NOT NULL, salience REAL NOT NULL, scope TEXT, created_at TEXT NOT NULL,"
        + " updated_at TEXT NOT NULL)",
    "decay_profiles (record_id TEXT PRIMARY KEY, curve TEXT NOT NULL, half_life_seconds INTEGER,"
        + " min_salience REAL, max_age_seconds INTEGER, reinforcement_gain REAL,"
        + " last_reinforced_at TEXT NOT NULL, pinned INTEGER, deletion_policy TEXT)",
    "payloads (record_id TEXT PRIMARY KEY, payload_json TEXT NOT NULL)",
    "tags (record_id TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (record_id, tag))",
    "provenance_sources (id INTEGER PRIMARY KEY AUTOINCREMENT, record_id TEXT NOT NULL, kind TEXT,"
        + " ref TEXT, hash TEXT, created_by TEXT, timestamp TEXT)",
    "relations (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL, predicate TEXT,"
        + " target_id TEXT NOT NULL, weight REAL DEFAULT 1.0, created_at TEXT)",
    "audit_log (id INTEGER PRIMARY KEY AUTOINCREMENT, record_id TEXT, action TEXT,"
        + " actor TEXT, timestamp TEXT, rationale TEXT, previous_state_json TEXT)",
    "competence_stats (record_id TEXT PRIMARY KEY, success_count INTEGER, failure_count INTEGER)",
  };

  private final Connection connection;

  ReferenceFile(Path path) throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + path);
    for (String table : TABLES) {
      run("CREATE TABLE " + table);
    }
  }

  void add(String id, String type, String scope, String curve, String payload) throws SQLException {
    addWithoutPayload(id, type, scope, curve);
    insert("payloads", id, payload);
  }

  /** Adds a working state, made in a year, with more members of its payload. */
  void addState(String id, String scope, int year, String thread, String more) throws SQLException {
    String payload =
        "{\"kind\":\"working\",\"thread_id\":\"%s\",\"state\":\"executing\",\"next_actions\":[\"%s\"]%s}";
    add(id, "working", scope, "exponential", payload.formatted(thread, id, more));
    run(
        "UPDATE memory_records SET created_at = '%s-01-01T00:00:00Z' WHERE id = '%s'"
            .formatted(year, id));
  }

  void addWithoutPayload(String id, String type, String scope, String curve) throws SQLException {
    String at = "2025-01-15T10:30:00.123456789Z";
    insert("memory_records", id, type, "low", 0.9, 0.75, scope, at, at);
    insert(
        "decay_profiles",
        id,
        curve,
        86_400,
        0.01,
        null,
        0.2,
        "0001-01-01T00:00:00Z",
        0,
        "manual_only");
    insert("audit_log", null, id, "create", "agent", at, "because", null);
  }

  void insert(String table, Object... values) throws SQLException {
    String places = "?" + ", ?".repeat(values.length - 1);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
      for (int i = 0; i < values.length; i++) {
        insert.setObject(i + 1, values[i]);
      }
      insert.executeUpdate();
    }
  }

  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
