package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.commit.Change;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of records: the narrow one, the document, and what stays of records that end. */
record RecordStatements(WriteTransaction sql) {

  private static final String INSERT =
      """
      INSERT INTO memory (
        rid, {columns id}, version, nonce, audits, updated_at, last_reinforced_at,
        s0, t0, log2_s0, rank_key, drift, rest,
        digest, space, whole, scope, level, type, confidence, created_at,
        curve, half_life, min_salience, pinned, {thread columns} valid_from, valid_until, measure)
      SELECT ?, {values id}, ?, ?, ?, ?, ?, ?, ?, ?,
        CAST(? AS float8), CAST(? AS float8), CAST(? AS float8),
        ?, ?, CAST(? AS bigint), ?, ?, ?, ?, ?, ?, ?, CAST(? AS float8), ?, {thread values}
        CAST(? AS bigint), CAST(? AS bigint), CAST(? AS float8)
      WHERE NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.id = ?)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String REINFORCE =
      """
      UPDATE memory SET
        version = version + 1, nonce = ?, audits = audits + ?, updated_at = ?, last_reinforced_at = ?,
        s0 = ?, t0 = ?, log2_s0 = ?, rank_key = ?, drift = ?, rest = ?
      WHERE rid = ?
      """;

  private static final String REWRITE =
      """
      UPDATE memory SET
        digest = ?, space = ?, whole = ?, scope = ?, level = ?, type = ?, confidence = ?,
        created_at = ?, curve = ?, half_life = ?, min_salience = ?, pinned = ?, {thread set}
        valid_from = ?, valid_until = ?, measure = ?
      WHERE rid = ?
      """;

  private static final String PUT_DOCUMENT =
      """
      INSERT INTO document (rid, length, words, doc) VALUES (?, ?, ?, ?)
      ON CONFLICT (rid) DO UPDATE
      SET length = excluded.length, words = excluded.words, doc = excluded.doc
      """;

  private static final String DELETE = "DELETE FROM memory WHERE rid = ?";

  private static final String DELETE_DOCUMENT = "DELETE FROM document WHERE rid = ?";

  private static final String BURY =
      "INSERT INTO tombstone (rid, {columns id}, scope, level) VALUES (?, {values id}, ?, ?)";

  private static final String BURY_UNSEEN =
      """
      INSERT INTO tombstone (rid, {columns id}, scope, level)
      SELECT ?, {values id}, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.id = ?)
      ON CONFLICT (id) DO NOTHING
      """;

  // Vectors, versions and rationales of a record that has moved keep the key of the scope before.
  private static final String NOTE_MOVED =
      "INSERT INTO moved_from (scope) VALUES (?) ON CONFLICT DO NOTHING";

  /** A new record. */
  void insert(Change.Insert insert, RecordRow row, SpacePosition at) throws SQLException {
    sql.expect(
        WriteGroup.MEMORY,
        () -> usedBefore(row.id()),
        INSERT,
        at.rid(),
        dialect().columns(row.id()),
        insert.version(),
        nonce(row, insert.nonce()),
        insert.audit().size(),
        reinforced(row, at),
        rewritten(row, at),
        dialect().key(row.id()));
    writeContent(at.rid(), row);
  }

  /** What every change of a record writes. */
  void reinforce(Change.Replace replace, RecordRow row, SpacePosition after) throws SQLException {
    sql.later(
        WriteGroup.MEMORY,
        REINFORCE,
        nonce(row, replace.nonce()),
        replace.audit().size(),
        reinforced(row, after),
        after.rid());
  }

  /** The columns that every change writes, from {@code updated_at} on. */
  private static List<@Nullable Object> reinforced(RecordRow row, SpacePosition at) {
    SalienceColumns salience = row.salience();
    return Arrays.asList(
        row.updatedAt(),
        row.lastReinforcedAt(),
        salience.s0(),
        salience.t0(),
        salience.log2S0(),
        at.rankKey(),
        at.drift(),
        at.rest());
  }

  /** The columns that only a change of the content writes, from {@code digest} on. */
  private List<@Nullable Object> rewritten(RecordRow row, SpacePosition at) {
    SalienceColumns salience = row.salience();
    return Arrays.asList(
        WriteTransaction.flat(
            row.digest(),
            at.space(),
            at.whole(),
            dialect().columnOfScope(row.scope()),
            row.level(),
            row.type().wireName(),
            row.confidence(),
            row.createdAt(),
            salience.curve().wireName(),
            salience.halfLife(),
            salience.minSalience(),
            salience.pinned(),
            dialect().thread(threadOf(row)),
            row.validFrom(),
            row.validUntil(),
            row.measure()));
  }

  /** What only a change of the content writes. */
  void rewrite(RecordRow row, SpacePosition after) throws SQLException {
    sql.later(WriteGroup.REWRITE, REWRITE, rewritten(row, after), after.rid());
    writeContent(after.rid(), row);
  }

  private void writeContent(long rid, RecordRow row) throws SQLException {
    sql.later(
        WriteGroup.DOCUMENT,
        PUT_DOCUMENT,
        rid,
        row.length(),
        cipher().seal(row.scope(), WordList.COLUMN, rid, row.words().text()),
        cipher().seal(row.scope(), Documents.DOC, rid, row.doc()));
  }

  private String nonce(RecordRow row, String nonce) {
    return cipher().seal(row.scope(), Documents.NONCE, row.id(), dialect().column(nonce));
  }

  private @Nullable String threadOf(RecordRow row) {
    String thread = row.threadId();
    return thread == null ? null : cipher().words(row.scope()).ofThread(thread);
  }

  /** The end of a record, of which a tombstone stays. */
  void delete(SeenRecord seen) throws SQLException {
    sql.later(WriteGroup.MEMORY, DELETE, seen.rid());
    sql.later(
        WriteGroup.TOMBSTONE,
        BURY,
        seen.rid(),
        dialect().columns(seen.position().id()),
        dialect().columnOfScope(seen.scope()),
        seen.level());
    sql.later(WriteGroup.DOCUMENT, DELETE_DOCUMENT, seen.rid());
  }

  /** The tombstone of a record that was never here. */
  void bury(long rid, Change.Bury bury) throws SQLException {
    sql.expect(
        WriteGroup.TOMBSTONE,
        () -> usedBefore(bury.id()),
        BURY_UNSEEN,
        rid,
        dialect().columns(bury.id()),
        dialect().columnOfScope(RecordRow.scope(bury.scope())),
        bury.sensitivity().level(),
        dialect().key(bury.id()));
  }

  /** A record has left a scope. */
  void noteMoved(String scope) throws SQLException {
    sql.later(WriteGroup.KEY, NOTE_MOVED, dialect().keyOfScope(scope));
  }

  /** Why an id is refused. */
  static String usedBefore(String id) {
    return "id was used before: " + id;
  }

  private Dialect dialect() {
    return sql.dialect();
  }

  private StoreCipher cipher() {
    return dialect().cipher();
  }
}
