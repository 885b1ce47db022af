package dev.membrane.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies what a database knows of its past to a copy of it that is encrypted: former states, and
 * since when vectors are there. What was copied before is left as it is.
 *
 * @param from where nothing is encrypted
 * @param to where all records are already
 * @param statements of both
 * @param beforeCommit stores data keys that are new
 */
public record HistoryCopy(Writes from, Writes to, Statements statements, Runnable beforeCommit) {

  private static final int PAGE = 1_000;

  private static final String VERSIONS =
      """
      SELECT v.rid, v.version, v.until, v.audits, v.updated_at, v.last_reinforced_at, v.s0, v.t0,
        v.delta, coalesce(m.id, t.id), coalesce(m.scope, t.scope)
      FROM version v LEFT JOIN memory m ON m.rid = v.rid LEFT JOIN tombstone t ON t.rid = v.rid
      WHERE (v.rid, v.version) > (?, ?) ORDER BY v.rid, v.version LIMIT ?
      """;

  private static final String RID =
      "SELECT rid FROM memory WHERE id = ? UNION ALL SELECT rid FROM tombstone WHERE id = ?";

  private static final String HAS = "SELECT count(*) FROM version WHERE rid = ? AND version = ?";

  // As an erasure leaves them.
  private static final String ERASED = "UPDATE version SET row_hash = '' WHERE delta = '!'";

  private static final String VECTORS =
      """
      SELECT e.rid, m.id, e.written_at FROM embedding e JOIN memory m ON m.rid = e.rid
      WHERE e.written_at IS NOT NULL AND e.rid > ? ORDER BY e.rid LIMIT ?
      """;

  private static final WriteSet NOTHING =
      new WriteSet(Set.of(), Set.of(), Set.of(), Set.of(), 0, 0);

  /**
   * What differs between databases.
   *
   * @param vector reads the name of the model and the vector of the record with an id
   * @param put sets since when it is there, and the hash of its row, by the id
   * @param scope the scope whose key encrypts the former states of a record, by its column
   */
  public record Statements(String vector, String put, UnaryOperator<String> scope) {}

  /** A former state, and of what. */
  private record Version(VersionTable.State state, long until, String id, String scope) {

    static Version read(ResultSet row) throws SQLException {
      return new Version(
          VersionTable.State.read(row), row.getLong(3), row.getString(10), row.getString(11));
    }
  }

  private record Written(long rid, String id, long at) {

    static Written read(ResultSet row) throws SQLException {
      return new Written(row.getLong(1), row.getString(2), row.getLong(3));
    }
  }

  /** A part of the work, in a transaction of its own. */
  @FunctionalInterface
  private interface Part {
    void write() throws SQLException;
  }

  /** Copies it, a page in each transaction. */
  public void copy() throws SQLException {
    List<Version> versions = from.all(Version::read, VERSIONS, 0L, 0L, PAGE);
    while (!versions.isEmpty()) {
      List<Version> page = versions;
      commit(() -> copyVersions(page));
      VersionTable.State last = page.get(page.size() - 1).state();
      versions = from.all(Version::read, VERSIONS, last.rid(), last.version(), PAGE);
    }
    commit(() -> to.update(ERASED));
    List<Written> vectors = from.all(Written::read, VECTORS, 0L, PAGE);
    while (!vectors.isEmpty()) {
      List<Written> page = vectors;
      commit(() -> copyWritten(page));
      vectors = from.all(Written::read, VECTORS, page.get(page.size() - 1).rid(), PAGE);
    }
  }

  private void commit(Part part) throws SQLException {
    to.begin(() -> NOTHING);
    part.write();
    to.flush();
    beforeCommit.run();
    to.commit();
  }

  private void copyVersions(List<Version> page) throws SQLException {
    for (Version version : page) {
      long rid =
          Objects.requireNonNull(to.first(row -> row.getLong(1), RID, version.id(), version.id()));
      VersionTable.State state =
          version.state().at(rid, statements.scope().apply(version.scope()), to.dialect().cipher());
      @Nullable Integer there = to.first(row -> row.getInt(1), HAS, rid, state.version());
      if (there == null || there == 0) {
        VersionTable.keep(to, state, version.until());
      }
    }
  }

  private void copyWritten(List<Written> page) throws SQLException {
    for (Written written : page) {
      @Nullable String hash =
          to.first(
              row -> Embedded.hash(written.id(), row.getString(1), row.getBytes(2), written.at()),
              statements.vector(),
              written.id());
      if (hash != null) {
        to.update(statements.put(), written.at(), hash, written.id());
      }
    }
  }
}
