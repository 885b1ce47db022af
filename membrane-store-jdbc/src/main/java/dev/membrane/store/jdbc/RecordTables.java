package dev.membrane.store.jdbc;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.AuditHead;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.Change;
import dev.membrane.spi.ErasedRationales;
import dev.membrane.store.jdbc.SeenRecord.Text;
import dev.membrane.store.jdbc.Writes.Numbered;
import dev.membrane.store.jdbc.Writes.WriteGroup;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Inserts, replaces and deletes records. For the writer. */
final class RecordTables {

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

  private final Writes sql;
  private final Dialect dialect;
  private final StoreCipher cipher;
  private final DatabaseWrites database;
  private final Spaces spaces;
  private final Pools pools;
  private final SeenRecords seenRecords;

  RecordTables(Writes sql, DatabaseWrites database) {
    this.sql = sql;
    this.dialect = sql.dialect();
    this.cipher = dialect.cipher();
    this.database = database;
    this.pools = new Pools(sql, database);
    this.spaces = new Spaces(sql, pools);
    this.seenRecords = new SeenRecords(sql);
  }

  Pools pools() {
    return pools;
  }

  /** Reads what some changesets change, within their transaction. */
  void readAhead(List<PreparedChangeset> changesets) throws SQLException {
    seenRecords.readAhead(changesets);
  }

  /** What was read may have been rolled back. */
  void forget() {
    spaces.forget();
    pools.forget();
    seenRecords.forget();
  }

  void insert(Change.Insert insert, RecordRow row, SharedChanges shared) throws SQLException {
    long rid = sql.number(Numbered.RECORD);
    SpacePosition at = position(rid, row, shared);
    database.claim(row.id(), row.scope(), () -> usedBefore(row.id()));
    insertRow(insert, row, at);
    writeContent(rid, row);
    count(row, shared);
    shared.figure(FigureRow.of(row), 1);
    database.insert(at, row.listed(), shared);
    AuditTable.append(sql, rid, 0, row.scope(), insert.audit(), shared);
    shared.head(row.scope(), trail(row.id(), insert.audit(), ""));
  }

  void replace(Change.Replace replace, RecordRow row, @Nullable Instant at, SharedChanges shared)
      throws SQLException {
    SeenRecord seen = seenRecords.take(row.id(), replace.versionSeen());
    boolean isReinforced = seen.digest().equals(row.digest());
    SpacePosition after = isReinforced ? position(seen, row) : position(seen.rid(), row, shared);
    shared.change(row.id(), seen.rid());
    shared.figure(seen.figures(), -1);
    shared.figure(FigureRow.of(row), 1);
    Text text = isReinforced ? null : text(seen, at);
    if (at != null) {
      String delta = text == null ? null : Delta.between(row.doc(), text.doc());
      long until = Math.max(Timestamps.toEpochMicros(at), row.updatedAt());
      VersionTable.keep(sql, seen.state(until, delta, cipher));
    }
    if (text != null) {
      rewrite(seen, text, row, after, shared);
    }
    reinforce(replace, row, after);
    ListedWords before = text == null ? row.listed() : seen.listed(text, cipher);
    database.replace(seen.position(), before, after, row, shared);
    if (!seen.scope().equals(row.scope())) {
      moveScope(seen, row, shared);
    }
    AuditTable.append(sql, seen.rid(), seen.audits(), row.scope(), replace.audit(), shared);
    shared.head(seen.scope(), AuditHead.NONE.minus(seen.trail()));
    shared.head(row.scope(), trail(row.id(), replace.audit(), seen.head()));
  }

  private void moveScope(SeenRecord seen, RecordRow row, SharedChanges shared) throws SQLException {
    if (!cipher.isPlain()) {
      sql.later(WriteGroup.KEY, NOTE_MOVED, dialect.keyOfScope(seen.scope()));
    }
    AuditTable.move(sql, seen.rid(), seen.scope(), row.scope(), shared);
  }

  void reindex(long versionSeen, RecordRow row, SharedChanges shared) throws SQLException {
    SeenRecord seen = seenRecords.take(row.id(), versionSeen);
    if (!seen.digest().equals(row.digest())) {
      SpacePosition after = position(seen.rid(), row, shared);
      shared.change(row.id(), seen.rid());
      Text text = seenRecords.text(seen, false);
      rewrite(seen, text, row, after, shared);
      ListedWords before = seen.listed(text, cipher);
      database.replace(seen.position(), before, after, row, shared);
    }
  }

  void delete(Change.Delete delete, @Nullable Instant at, SharedChanges shared)
      throws SQLException {
    SeenRecord seen = seenRecords.take(delete.id(), delete.versionSeen());
    Instant kept = delete.keepsVersions() ? at : null;
    Text text = text(seen, kept);
    if (kept == null) {
      VersionTable.delete(sql, seen.rid());
      FormerVectors.delete(sql, seen.rid());
    } else {
      long until = Math.max(Timestamps.toEpochMicros(kept), seen.updatedAt());
      VersionTable.keep(sql, seen.state(until, Delta.between("", text.doc()), cipher));
      FormerVectors.keep(sql, delete.id(), until);
    }
    shared.change(delete.id(), seen.rid());
    shared.delete();
    uncount(seen, text, shared);
    shared.figure(seen.figures(), -1);
    sql.later(WriteGroup.MEMORY, DELETE, seen.rid());
    sql.later(
        WriteGroup.TOMBSTONE,
        BURY,
        seen.rid(),
        dialect.columns(delete.id()),
        dialect.columnOfScope(seen.scope()),
        seen.level());
    sql.later(WriteGroup.DOCUMENT, DELETE_DOCUMENT, seen.rid());
    database.delete(seen.position(), seen.listed(text, cipher), shared);
    KeyTable.removeOwnedBy(sql, delete.id());
    shared.changeKeysOf(delete.id());
    QueueTable.removeItem(sql, delete.id());
    AuditTable.append(sql, seen.rid(), seen.audits(), seen.scope(), delete.audit(), shared);
    shared.head(seen.scope(), trail(delete.id(), delete.audit(), seen.head()).minus(seen.trail()));
  }

  void bury(Change.Bury bury, SharedChanges shared) throws SQLException {
    long rid = sql.number(Numbered.RECORD);
    String scope = RecordRow.scope(bury.scope());
    database.claim(bury.id(), scope, () -> usedBefore(bury.id()));
    sql.expect(
        WriteGroup.TOMBSTONE,
        () -> usedBefore(bury.id()),
        BURY_UNSEEN,
        rid,
        dialect.columns(bury.id()),
        dialect.columnOfScope(scope),
        bury.sensitivity().level(),
        dialect.key(bury.id()));
    AuditTable.append(sql, rid, 0, scope, bury.audit(), shared);
    shared.head(scope, trail(bury.id(), bury.audit(), ""));
  }

  void erase(List<ErasedRationales> rationales, SharedChanges shared) throws SQLException {
    if (rationales.isEmpty()) {
      return;
    }
    Map<String, Long> rids = new HashMap<>();
    RecordNumbers.of(sql, rationales.stream().map(ErasedRationales::id).toList())
        .forEach((rid, id) -> rids.put(id, rid));
    for (ErasedRationales erased : rationales) {
      Long rid = rids.get(erased.id());
      if (rid != null) {
        shared.change(erased.id(), rid);
        // As after a deletion, nothing of the texts may be left in the file.
        shared.delete();
        AuditTable.erase(sql, rid, erased.entries());
      }
    }
  }

  /** What a trail is in the head of its scope after a change. */
  private static AuditHead trail(String id, List<AuditLink> links, String before) {
    return AuditHead.of(id, links.isEmpty() ? before : links.get(links.size() - 1).hash());
  }

  private static String usedBefore(String id) {
    return "id was used before: " + id;
  }

  private SpacePosition position(long rid, RecordRow row, SharedChanges shared)
      throws SQLException {
    boolean hasLane = spaces.hasLane(row.salience());
    long space = spaces.spaceOf(row, shared);
    return SpacePosition.of(rid, row, space, spaces.wholeOf(row, shared), hasLane);
  }

  /** Of a record that stays in its spaces. */
  private SpacePosition position(SeenRecord seen, RecordRow row) throws SQLException {
    SpacePosition before = seen.position();
    boolean hasLane = spaces.hasLane(row.salience());
    return SpacePosition.of(seen.rid(), row, before.space(), before.whole(), hasLane);
  }

  private void insertRow(Change.Insert insert, RecordRow row, SpacePosition at)
      throws SQLException {
    sql.expect(
        WriteGroup.MEMORY,
        () -> usedBefore(row.id()),
        INSERT,
        at.rid(),
        dialect.columns(row.id()),
        insert.version(),
        nonce(row, insert.nonce()),
        insert.audit().size(),
        reinforced(row, at),
        rewritten(row, at),
        dialect.key(row.id()));
  }

  private void reinforce(Change.Replace replace, RecordRow row, SpacePosition after)
      throws SQLException {
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
        Writes.flat(
            row.digest(),
            at.space(),
            at.whole(),
            dialect.columnOfScope(row.scope()),
            row.level(),
            row.type().wireName(),
            row.confidence(),
            row.createdAt(),
            salience.curve().wireName(),
            salience.halfLife(),
            salience.minSalience(),
            salience.pinned(),
            dialect.thread(threadOf(row)),
            row.validFrom(),
            row.validUntil(),
            row.measure()));
  }

  private void rewrite(
      SeenRecord seen, Text before, RecordRow row, SpacePosition after, SharedChanges shared)
      throws SQLException {
    if (!after.spaces().equals(seen.position().spaces()) || !before.words().equals(row.words())) {
      uncount(seen, before, shared);
      count(row, shared);
    }
    sql.later(WriteGroup.REWRITE, REWRITE, rewritten(row, after), seen.rid());
    writeContent(seen.rid(), row);
  }

  private void writeContent(long rid, RecordRow row) throws SQLException {
    sql.later(
        WriteGroup.DOCUMENT,
        PUT_DOCUMENT,
        rid,
        row.length(),
        cipher.seal(row.scope(), WordList.COLUMN, rid, row.words().text()),
        cipher.seal(row.scope(), Documents.DOC, rid, row.doc()));
  }

  private String nonce(RecordRow row, String nonce) {
    return cipher.seal(row.scope(), Documents.NONCE, row.id(), dialect.column(nonce));
  }

  private @Nullable String threadOf(RecordRow row) {
    String thread = row.threadId();
    return thread == null ? null : cipher.words(row.scope()).ofThread(thread);
  }

  private void count(RecordRow row, SharedChanges shared) throws SQLException {
    List<String> words = row.listed().counted();
    pools.count(row.scope(), row.level(), 1, row.length(), words, shared);
  }

  private void uncount(SeenRecord seen, Text text, SharedChanges shared) throws SQLException {
    List<String> words = seen.listed(text, cipher).counted();
    pools.count(seen.scope(), seen.level(), -1, text.length(), words, shared);
  }

  /** The document is read only if it is kept. */
  private Text text(SeenRecord seen, @Nullable Instant kept) throws SQLException {
    return seenRecords.text(seen, kept != null);
  }
}
