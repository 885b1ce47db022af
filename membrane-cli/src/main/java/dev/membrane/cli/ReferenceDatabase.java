package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Reads the tables of the reference server, a few hundred records at a time, each table once for
 * all of them. Not thread-safe.
 */
final class ReferenceDatabase implements AutoCloseable {

  /** What is left of a code without its details. */
  private static final int PRIMARY_CODE = 0xff;

  /** The tables, besides that of the records, and the columns that are read of each. */
  private static final Map<String, String> TABLES = tables();

  private static final String REPLACED_STATES =
      """
      SELECT id FROM (
        SELECT id, is_retired, ROW_NUMBER() OVER (
          PARTITION BY scope, thread
          ORDER BY is_retired, julianday(created_at) DESC, created_at DESC, id DESC) AS place
        FROM (
          SELECT
            id,
            created_at,
            COALESCE(NULLIF(scope, ''), ?) AS scope,
            COALESCE(json_extract(payload_json, '$.thread_id'), id) AS thread,
            COALESCE(json_extract(payload_json, '$.revision.superseded_by'), '') <> ''
              OR json_extract(payload_json, '$.revision.status') IS 'retracted' AS is_retired
          FROM memory_records JOIN payloads ON record_id = id
          WHERE type = 'working' AND id IS NOT NULL AND json_valid(payload_json)))
      WHERE is_retired OR place > 1
      """;

  private final Path path;
  private final ReferenceSource source;
  private final Connection connection;
  private final Set<String> there = new HashSet<>();

  private ReferenceDatabase(Path path, ReferenceSource source) {
    this.path = path;
    this.source = source;
    this.connection = source.connection();
  }

  private static Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put(
        "decay_profiles",
        "curve, half_life_seconds, min_salience, max_age_seconds, reinforcement_gain,"
            + " last_reinforced_at, pinned, deletion_policy");
    tables.put("payloads", "payload_json");
    tables.put("tags", "tag");
    tables.put("provenance_sources", "kind, ref, hash, created_by, timestamp");
    tables.put("relations", "predicate, target_id, weight, created_at");
    tables.put("audit_log", "action");
    tables.put("interpretations", "interpretation_json");
    return tables;
  }

  /**
   * Opens a database for reading.
   *
   * @throws StartException if it is none of the reference server
   */
  static ReferenceDatabase open(Path path) {
    try {
      ReferenceDatabase database = new ReferenceDatabase(path, ReferenceSource.open(path));
      boolean done = false;
      try {
        database.look();
        done = true;
        return database;
      } finally {
        if (!done) {
          database.source.close();
        }
      }
    } catch (SQLException failed) {
      throw unread(path, failed);
    }
  }

  /** SQLite says twice that a file is damaged, and not what to do. */
  private static StartException unread(Path path, SQLException failed) {
    boolean isDamaged =
        failed instanceof SQLiteException sqlite
            && (sqlite.getResultCode().code & PRIMARY_CODE) == SQLiteErrorCode.SQLITE_CORRUPT.code;
    String why =
        isDamaged
            ? "the database is damaged or not whole; copy it again while its server is stopped"
            : failed.getMessage();
    return new StartException(path + ": " + why, failed);
  }

  private void look() throws SQLException {
    try (PreparedStatement query =
            connection.prepareStatement("SELECT name FROM sqlite_master WHERE type = 'table'");
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        there.add(rows.getString(1));
      }
    }
    if (!there.containsAll(List.of("memory_records", "payloads", "decay_profiles"))) {
      throw new StartException(
          path + ": is no database of the reference server, which has a table memory_records");
    }
  }

  private interface DatabaseRead<T> {
    T read() throws SQLException;
  }

  private <T> T reading(DatabaseRead<T> reading) {
    try {
      return reading.read();
    } catch (SQLException failed) {
      throw unread(path, failed);
    }
  }

  /** How many records have no id, which SQLite allows in a primary key. */
  long withoutId() {
    return reading(
        () -> {
          try (PreparedStatement query =
                  connection.prepareStatement(
                      "SELECT COUNT(*) FROM memory_records WHERE id IS NULL");
              ResultSet row = query.executeQuery()) {
            return row.getLong(1);
          }
        });
  }

  /** All other ids, each after those that its record relates to. */
  ReferenceOrder order() {
    return reading(
        () -> {
          ReferenceOrder order = new ReferenceOrder();
          try (PreparedStatement query =
                  connection.prepareStatement(
                      "SELECT id FROM memory_records WHERE id IS NOT NULL ORDER BY created_at, id");
              ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
              order.add(rows.getString(1));
            }
          }
          if (there.contains("relations")) {
            relate(order);
          }
          return order;
        });
  }

  private void relate(ReferenceOrder order) throws SQLException {
    try (PreparedStatement query =
            connection.prepareStatement("SELECT source_id, target_id FROM relations ORDER BY id");
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        order.relate(rows.getString(1), rows.getString(2));
      }
    }
  }

  /**
   * The ids of the working records of which that server knows that they are out of date, and of
   * those that a later one of their thread replaces.
   *
   * @param scope of records that have none; may be empty
   */
  Set<String> replacedStates(String scope) {
    return reading(
        () -> {
          try (PreparedStatement query = connection.prepareStatement(REPLACED_STATES)) {
            query.setString(1, scope);
            Set<String> ids = new HashSet<>();
            try (ResultSet rows = query.executeQuery()) {
              while (rows.next()) {
                ids.add(rows.getString(1));
              }
            }
            return ids;
          }
        });
  }

  /** The rows of some records, as JSON: the columns, and of each other table its rows. */
  List<ObjectNode> read(List<String> ids) {
    return reading(
        () -> {
          Map<String, ObjectNode> records = new LinkedHashMap<>();
          ids.forEach(id -> records.put(id, JsonText.object()));
          fill(records, "memory_records", "id", "*");
          for (Map.Entry<String, String> table : TABLES.entrySet()) {
            if (there.contains(table.getKey())) {
              String owner = table.getKey().equals("relations") ? "source_id" : "record_id";
              fill(records, table.getKey(), owner, table.getValue());
            }
          }
          return new ArrayList<>(records.values());
        });
  }

  private void fill(Map<String, ObjectNode> records, String table, String owner, String columns)
      throws SQLException {
    String some = String.join(",", Collections.nCopies(records.size(), "?"));
    String sql =
        "SELECT %1$s AS owner, %2$s FROM %3$s WHERE %1$s IN (%4$s) ORDER BY rowid"
            .formatted(owner, columns, table, some);
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      int place = 0;
      for (String id : records.keySet()) {
        query.setString(++place, id);
      }
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          ObjectNode record = records.get(rows.getString("owner"));
          if (record != null) {
            put(owner.equals("id") ? record : record.withArray("/" + table).addObject(), rows);
          }
        }
      }
    }
  }

  private static void put(ObjectNode into, ResultSet row) throws SQLException {
    for (int i = 2; i <= row.getMetaData().getColumnCount(); i++) {
      Object value = row.getObject(i);
      if (value != null) {
        into.putPOJO(row.getMetaData().getColumnLabel(i), value);
      }
    }
  }

  /**
   * To be called when everything was read.
   *
   * @throws StartException if somebody has written the file meanwhile
   */
  void checkUnchanged() {
    source.checkUnchanged();
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (SQLException failed) {
      throw unread(path, failed);
    }
  }
}
