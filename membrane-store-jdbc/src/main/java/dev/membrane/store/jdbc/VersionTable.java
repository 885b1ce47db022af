package dev.membrane.store.jdbc;

import dev.membrane.spi.VersionSteps;
import dev.membrane.store.jdbc.Writes.WriteGroup;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The former states of records: their numbers, and by which {@link Delta} their documents are made
 * from those of the versions after them. For the writer. Stateless and thread-safe.
 */
public final class VersionTable {

  /** Stands for a delta if the content was erased. */
  static final String ERASED = "!";

  private static final String KEEP =
      """
      INSERT INTO version (
        rid, version, until, audits, updated_at, last_reinforced_at, s0, t0, delta, row_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String DELETE = "DELETE FROM version WHERE rid = ?";

  private static final String ERASE =
      """
      UPDATE version SET delta = '!', row_hash = ''
      WHERE rid = (SELECT m.rid FROM memory m WHERE m.id = ?)
      """;

  private static final String DELETE_GONE =
      "DELETE FROM version WHERE rid = (SELECT t.rid FROM tombstone t WHERE t.id = ?)";

  private static final String EXPIRE =
      """
      DELETE FROM version WHERE (rid, version) IN (
        SELECT v.rid, v.version FROM version v WHERE v.until < ?
        ORDER BY v.until, v.rid, v.version LIMIT ?)
      """;

  private VersionTable() {}

  /**
   * A state as it is kept.
   *
   * @param rid the number of the record
   * @param version its number
   * @param audits how many entries the log had
   * @param updatedAt in microseconds, as all instants are
   * @param lastReinforcedAt when it was last reinforced
   * @param s0 the anchor of its salience
   * @param t0 the instant of that
   * @param delta null: the document is that of the version after it
   */
  public record State(
      long rid,
      long version,
      int audits,
      long updatedAt,
      long lastReinforcedAt,
      double s0,
      long t0,
      @Nullable String delta) {

    /** Reads rid, version, until, audits and so on, in this order; the third is left to others. */
    static State read(ResultSet row) throws SQLException {
      return new State(
          row.getLong(1),
          row.getLong(2),
          row.getInt(4),
          row.getLong(5),
          row.getLong(6),
          row.getDouble(7),
          row.getLong(8),
          row.getString(9));
    }

    /** The same of a record that has another number in an encrypted database. */
    public State at(long otherRid, String scope, StoreCipher cipher) {
      @Nullable String sealed =
          delta == null || delta.equals(ERASED)
              ? delta
              : cipher.seal(scope, FormerState.DELTA, FormerState.place(otherRid, version), delta);
      return new State(otherRid, version, audits, updatedAt, lastReinforcedAt, s0, t0, sealed);
    }

    /** The hash of its row. */
    String hash(long until) {
      return RowHash.of(
          rid,
          version,
          until,
          audits,
          updatedAt,
          lastReinforcedAt,
          Double.doubleToLongBits(s0 + 0.0),
          t0,
          delta);
    }
  }

  /**
   * Keeps a state that ends.
   *
   * @param until the instant of the commit, in microseconds
   */
  public static void keep(Writes sql, State state, long until) throws SQLException {
    sql.later(
        WriteGroup.VERSION,
        KEEP,
        state.rid(),
        state.version(),
        until,
        state.audits(),
        state.updatedAt(),
        state.lastReinforcedAt(),
        state.s0(),
        state.t0(),
        state.delta(),
        state.hash(until));
  }

  static void delete(Writes sql, long rid) throws SQLException {
    sql.later(WriteGroup.VERSION, DELETE, rid);
  }

  /** After all changes: erases contents, and removes what is expired. */
  static void apply(Writes sql, VersionSteps steps, SharedChanges shared) throws SQLException {
    // The same statement for all of them is sent at once.
    for (String statement : List.of(ERASE, DELETE_GONE)) {
      for (String id : steps.erased()) {
        sql.later(WriteGroup.VERSION, statement, sql.dialect().key(id));
        shared.delete();
      }
    }
    FormerVectors.erase(sql, steps.erased());
    Instant end = steps.expired();
    if (end != null) {
      boolean isAny = sql.update(EXPIRE, Micros.of(end), VersionSteps.MOST) > 0;
      if (FormerVectors.expire(sql, end) || isAny) {
        shared.delete();
      }
    }
  }
}
