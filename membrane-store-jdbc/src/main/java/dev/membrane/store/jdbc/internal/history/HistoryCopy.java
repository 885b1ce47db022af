package dev.membrane.store.jdbc.internal.history;

import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.Models;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Copies what a database knows of its past to a copy of it that is encrypted: former states, former
 * vectors, former keys and kept runs, and since when vectors are there. What was copied before is
 * left as it is.
 *
 * @param from where nothing is encrypted
 * @param to where all records are already
 * @param scope the scope whose key encrypts the former states of a record, by its column
 * @param beforeCommit stores data keys that are new
 */
public record HistoryCopy(
    WriteTransaction from,
    WriteTransaction to,
    UnaryOperator<String> scope,
    Runnable beforeCommit) {

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

  private static final String VECTOR =
      """
      SELECT o.name, e.vector
      FROM memory m JOIN embedding e ON {embedding} JOIN model o ON o.id = e.model
      WHERE m.id = ?
      """;

  private static final String PUT_WRITTEN =
      """
      UPDATE embedding AS e SET written_at = ?, row_hash = ?
      FROM memory m WHERE m.id = ? AND {embedding}
      """;

  private static final String FORMER =
      """
      SELECT f.rid, f.until, f.vector, f.written_at, o.name, {text o.name},
        coalesce(m.id, t.id), coalesce(m.scope, t.scope)
      FROM former_vector f JOIN model o ON o.id = f.model
      LEFT JOIN memory m ON m.rid = f.rid LEFT JOIN tombstone t ON t.rid = f.rid
      WHERE (f.rid, f.until) > (?, ?) ORDER BY f.rid, f.until LIMIT ?
      """;

  private static final WriteSet NOTHING =
      new WriteSet(Set.of(), Set.of(), Set.of(), Set.of(), 0, 0);

  /** A former state, and of what. */
  private record CopiedVersion(FormerState state, String id, String scope) {

    static CopiedVersion read(ResultSet row) throws SQLException {
      return new CopiedVersion(FormerState.read(row), row.getString(10), row.getString(11));
    }
  }

  private record CopiedVector(long rid, String id, long at) {

    static CopiedVector read(ResultSet row) throws SQLException {
      return new CopiedVector(row.getLong(1), row.getString(2), row.getLong(3));
    }
  }

  /**
   * A former vector, and of what.
   *
   * @param name of the model, as its column has it
   * @param model the whole name
   */
  private record CopiedFormer(
      FormerVectors.FormerVectorRow vector, String name, String model, String id, String scope) {

    static CopiedFormer read(ResultSet row, Dialect dialect) throws SQLException {
      return new CopiedFormer(
          new FormerVectors.FormerVectorRow(
              row.getLong(1), row.getLong(2), 0, row.getBytes(3), Nullables.number(row, 4)),
          row.getString(5),
          dialect.plain(row.getString(6)),
          row.getString(7),
          row.getString(8));
    }
  }

  /** A part of the work, in a transaction of its own. */
  @FunctionalInterface
  interface CopyPart {
    void write() throws SQLException;
  }

  /**
   * Copies it, a page in each transaction.
   *
   * @return whether the copy has nothing else, which an earlier attempt may have copied before it
   *     was removed
   */
  public boolean copy() throws SQLException {
    List<CopiedVersion> versions = from.all(CopiedVersion::read, VERSIONS, 0L, 0L, PAGE);
    while (!versions.isEmpty()) {
      List<CopiedVersion> page = versions;
      commit(() -> copyVersions(page));
      FormerState last = page.get(page.size() - 1).state();
      versions = from.all(CopiedVersion::read, VERSIONS, last.rid(), last.version(), PAGE);
    }
    commit(() -> to.update(ERASED));
    List<CopiedVector> vectors = from.all(CopiedVector::read, VECTORS, 0L, PAGE);
    while (!vectors.isEmpty()) {
      List<CopiedVector> page = vectors;
      commit(() -> copyWritten(page));
      vectors = from.all(CopiedVector::read, VECTORS, page.get(page.size() - 1).rid(), PAGE);
    }
    List<CopiedFormer> former = former(Long.MIN_VALUE, Long.MIN_VALUE);
    while (!former.isEmpty()) {
      List<CopiedFormer> page = former;
      commit(() -> copyFormer(page));
      FormerVectors.FormerVectorRow last = page.get(page.size() - 1).vector();
      former = former(last.rid(), last.until());
    }
    new KeyAndRunCopy(from, to, scope).copy(this::commit);
    return hasNothingMore();
  }

  private boolean hasNothingMore() throws SQLException {
    for (String table : List.of("version", "former_vector", "former_key", "former_run")) {
      String count = "SELECT count(*) FROM " + table;
      if (from.firstNumber(count) != to.firstNumber(count)) {
        return false;
      }
    }
    return true;
  }

  private void commit(CopyPart part) throws SQLException {
    to.begin(() -> NOTHING);
    part.write();
    to.flush();
    beforeCommit.run();
    to.commit();
  }

  private void copyVersions(List<CopiedVersion> page) throws SQLException {
    for (CopiedVersion version : page) {
      long rid = rid(version.id());
      FormerState state =
          version.state().at(rid, scope.apply(version.scope()), to.dialect().cipher());
      if (to.firstNumber(HAS, rid, state.version()) == 0) {
        VersionTable.keep(to, state);
      }
    }
  }

  private void copyWritten(List<CopiedVector> page) throws SQLException {
    for (CopiedVector written : page) {
      @Nullable String hash =
          to.first(
              row ->
                  StoredVector.hash(written.id(), row.getString(1), row.getBytes(2), written.at()),
              VECTOR,
              written.id());
      if (hash != null) {
        to.update(PUT_WRITTEN, written.at(), hash, written.id());
      }
    }
  }

  private List<CopiedFormer> former(long rid, long until) throws SQLException {
    return from.all(row -> CopiedFormer.read(row, from.dialect()), FORMER, rid, until, PAGE);
  }

  private void copyFormer(List<CopiedFormer> page) throws SQLException {
    StoreCipher cipher = to.dialect().cipher();
    Models models = new Models(to);
    for (CopiedFormer former : page) {
      long rid = rid(former.id());
      FormerVectors.FormerVectorRow plain = former.vector();
      byte[] sealed =
          cipher.seal(scope.apply(former.scope()), StoredVector.VECTOR, rid, plain.vector());
      long model = models.idOf(former.model());
      FormerVectors.put(
          to,
          new FormerVectors.FormerVectorRow(rid, plain.until(), model, sealed, plain.writtenAt()),
          StoredVector.hash(former.id(), former.name(), sealed, plain.writtenAt()));
    }
  }

  private long rid(String id) throws SQLException {
    return Objects.requireNonNull(to.first(row -> row.getLong(1), RID, id, id));
  }
}
