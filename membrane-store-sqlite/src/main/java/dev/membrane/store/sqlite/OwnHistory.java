package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Embedded;
import dev.membrane.store.jdbc.VersionTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/**
 * Copies what a file knows of its past to a copy of it: former states, and since when vectors are
 * there. What was copied before is left as it is.
 *
 * @param from where nothing is encrypted
 * @param to where all records are already
 * @param encryption of the latter
 */
record OwnHistory(Sql from, Sql to, Encryption encryption) {

  private static final int PAGE = 1_000;

  private static final String VERSIONS =
      """
      SELECT v.rid, v.version, v.until, v.audits, v.updated_at, v.last_reinforced_at, v.s0, v.t0,
        v.delta, coalesce(m.id, t.id), coalesce(m.scope, t.scope)
      FROM version v LEFT JOIN memory m ON m.rid = v.rid LEFT JOIN tombstone t ON t.rid = v.rid
      WHERE (v.rid, v.version) > (?, ?) ORDER BY v.rid, v.version LIMIT ?
      """;

  private static final String RID =
      "SELECT rid FROM memory WHERE id = ?1 UNION ALL SELECT rid FROM tombstone WHERE id = ?1";

  private static final String HAS = "SELECT count(*) FROM version WHERE rid = ? AND version = ?";

  // As an erasure leaves them.
  private static final String ERASED = "UPDATE version SET row_hash = '' WHERE delta = '!'";

  private static final String VECTORS =
      """
      SELECT e.rid, m.id, e.written_at FROM embedding e JOIN memory m ON m.rid = e.rid
      WHERE e.written_at IS NOT NULL AND e.rid > ? ORDER BY e.rid LIMIT ?
      """;

  private static final String VECTOR =
      """
      SELECT n.name, e.vector FROM memory m JOIN embedding e ON e.space = m.space AND e.rid = m.rid
        JOIN model n ON n.id = e.model
      WHERE m.id = ?
      """;

  private static final String PUT =
      """
      UPDATE embedding SET written_at = ?1, row_hash = ?2
      WHERE (space, rid) = (SELECT m.space, m.rid FROM memory m WHERE m.id = ?3)
      """;

  /** A former state, and of what. */
  private record Version(VersionTable.State state, long until, String id, String scope) {

    static Version read(ResultSet row) throws SQLException {
      return new Version(
          new VersionTable.State(
              row.getLong(1),
              row.getLong(2),
              row.getInt(4),
              row.getLong(5),
              row.getLong(6),
              row.getDouble(7),
              row.getLong(8),
              row.getString(9)),
          row.getLong(3),
          row.getString(10),
          row.getString(11));
    }
  }

  private record Written(long rid, String id, long at) {}

  /** Copies it, a page in each transaction. */
  void copy() throws SQLException {
    List<Version> versions = from.all(Version::read, VERSIONS, 0, 0, PAGE);
    while (!versions.isEmpty()) {
      copyVersions(versions);
      VersionTable.State last = versions.get(versions.size() - 1).state();
      versions = from.all(Version::read, VERSIONS, last.rid(), last.version(), PAGE);
    }
    to.update(ERASED);
    List<Written> vectors = from.all(OwnHistory::written, VECTORS, 0, PAGE);
    while (!vectors.isEmpty()) {
      copyWritten(vectors);
      vectors = from.all(OwnHistory::written, VECTORS, vectors.get(vectors.size() - 1).rid(), PAGE);
    }
  }

  private void copyVersions(List<Version> page) throws SQLException {
    to.update("BEGIN IMMEDIATE");
    for (Version version : page) {
      long rid = Objects.requireNonNull(to.first(row -> row.getLong(1), RID, version.id()));
      VersionTable.State state = version.state().at(rid, version.scope(), to.dialect().cipher());
      Integer there = to.first(row -> row.getInt(1), HAS, rid, state.version());
      if (there == null || there == 0) {
        VersionTable.keep(to, state, version.until());
      }
    }
    encryption.save();
    to.update("COMMIT");
  }

  private void copyWritten(List<Written> page) throws SQLException {
    to.update("BEGIN IMMEDIATE");
    for (Written written : page) {
      String hash =
          to.first(
              row -> Embedded.hash(written.id(), row.getString(1), row.getBytes(2), written.at()),
              VECTOR,
              written.id());
      if (hash != null) {
        to.update(PUT, written.at(), hash, written.id());
      }
    }
    to.update("COMMIT");
  }

  private static Written written(ResultSet row) throws SQLException {
    return new Written(row.getLong(1), row.getString(2), row.getLong(3));
  }
}
