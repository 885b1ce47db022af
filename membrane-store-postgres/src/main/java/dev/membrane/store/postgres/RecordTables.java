package dev.membrane.store.postgres;

import dev.membrane.spi.AuditHead;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.ConflictException;
import dev.membrane.store.jdbc.ListedWords;
import dev.membrane.store.jdbc.RecordRow;
import dev.membrane.store.jdbc.SalienceColumns;
import dev.membrane.store.jdbc.Step;
import dev.membrane.store.jdbc.WordList;
import dev.membrane.store.jdbc.Words;
import dev.membrane.store.postgres.Sql.Group;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Inserts, replaces and deletes records. For the writer. */
final class RecordTables {

  private static final String NEXT_RID =
      """
      SELECT 1 + greatest(coalesce((SELECT max(rid) FROM memory), 0),
                          coalesce((SELECT max(rid) FROM tombstone), 0))
      """;

  private static final String INSERT =
      """
      INSERT INTO memory (
        rid, id, long_id, version, nonce, audits, updated_at, last_reinforced_at,
        s0, t0, log2_s0, rank_key, drift, rest,
        digest, space, whole, scope, level, type, confidence, created_at,
        curve, half_life, min_salience, pinned, valid_from, valid_until, measure)
      SELECT ?, n.id, CAST(? AS text), ?, ?, ?, ?, ?, ?, ?, ?,
        CAST(? AS float8), CAST(? AS float8), CAST(? AS float8),
        ?, ?, CAST(? AS bigint), ?, ?, ?, ?, ?, ?, ?, CAST(? AS float8), ?,
        CAST(? AS bigint), CAST(? AS bigint), CAST(? AS float8)
      FROM (SELECT CAST(? AS text) COLLATE "C") n (id)
      WHERE NOT EXISTS (SELECT FROM tombstone t WHERE t.id = n.id)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String SEEN =
      """
      SELECT m.rid, m.space, m.whole, m.version, m.audits, m.digest, m.scope, m.level,
        coalesce((SELECT a.hash FROM audit a WHERE a.rid = m.rid ORDER BY a.seq DESC LIMIT 1), '')
      FROM memory m WHERE m.id = ?
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
        created_at = ?, curve = ?, half_life = ?, min_salience = ?, pinned = ?,
        valid_from = ?, valid_until = ?, measure = ?
      WHERE rid = ?
      """;

  private static final String PUT_DOCUMENT =
      """
      INSERT INTO document (rid, length, words, doc) VALUES (?, ?, ?, ?)
      ON CONFLICT (rid) DO UPDATE
      SET length = excluded.length, words = excluded.words, doc = excluded.doc
      """;

  private static final String PUT_POSTING =
      """
      INSERT INTO posting (rid, words) VALUES (?, ?)
      ON CONFLICT (rid) DO UPDATE SET words = excluded.words
      """;

  private static final String WORDS = "SELECT length, words FROM document WHERE rid = ?";

  private static final String DELETE = "DELETE FROM memory WHERE rid = ?";

  private static final String DELETE_DOCUMENT = "DELETE FROM document WHERE rid = ?";

  private static final String DELETE_POSTING = "DELETE FROM posting WHERE rid = ?";

  private static final String BURY =
      "INSERT INTO tombstone (rid, id, long_id, scope, level) VALUES (?, ?, ?, ?, ?)";

  private static final String BURY_UNSEEN =
      """
      INSERT INTO tombstone (rid, id, long_id, scope, level)
      SELECT ?, n.id, CAST(? AS text), ?, ?
      FROM (SELECT CAST(? AS text) COLLATE "C") n (id)
      WHERE NOT EXISTS (SELECT FROM memory m WHERE m.id = n.id)
      ON CONFLICT (id) DO NOTHING
      """;

  private final Sql sql;
  private final Spaces spaces;
  private final Pools pools;
  private long nextRid;

  /** What of a stored record decides how it changes. */
  private record Seen(
      long rid,
      long space,
      @Nullable Long whole,
      long version,
      int audits,
      String digest,
      String scope,
      int level,
      String head) {}

  private record Text(int length, WordList words) {}

  private record Place(long space, @Nullable Long whole, boolean hasLane) {}

  RecordTables(Sql sql) {
    this.sql = sql;
    this.pools = new Pools(sql);
    this.spaces = new Spaces(sql, pools);
  }

  Pools pools() {
    return pools;
  }

  /** Others may have written since. */
  void begin() {
    nextRid = 0;
  }

  /** What was read may have been rolled back. */
  void forget() {
    spaces.forget();
    pools.forget();
    nextRid = 0;
  }

  void insert(Step.Insert insert, Effects effects) throws SQLException {
    RecordRow row = insert.row();
    Place place = placeOf(row);
    long rid = newRid();
    insertRow(rid, insert, place);
    writeContent(rid, row);
    index(rid, row, place, effects);
    AuditTable.append(sql, rid, 0, insert.audit(), effects);
    effects.head(row.scope(), trail(row.id(), insert.audit(), ""));
  }

  void replace(Step.Replace replace, Effects effects) throws SQLException {
    RecordRow row = replace.row();
    Seen seen = seen(row.id(), replace.versionSeen());
    boolean isReinforced = seen.digest().equals(row.digest());
    Place place = isReinforced ? placeOf(seen, row) : placeOf(row);
    if (!isReinforced) {
      rewrite(seen, row, place, effects);
    }
    reinforce(seen.rid(), replace, place);
    AuditTable.append(sql, seen.rid(), seen.audits(), replace.audit(), effects);
    effects.head(seen.scope(), AuditHead.NONE.minus(AuditHead.of(row.id(), seen.head())));
    effects.head(row.scope(), trail(row.id(), replace.audit(), seen.head()));
  }

  void delete(Step.Delete delete, Effects effects) throws SQLException {
    Seen seen = seen(delete.id(), delete.versionSeen());
    uncount(seen, text(seen.rid()), effects);
    sql.later(Group.MEMORY, DELETE, seen.rid());
    sql.later(
        Group.MEMORY,
        BURY,
        seen.rid(),
        Texts.key(delete.id()),
        Texts.beyondKey(delete.id()),
        Texts.escaped(seen.scope()),
        seen.level());
    sql.later(Group.DOCUMENT, DELETE_DOCUMENT, seen.rid());
    sql.later(Group.POSTING, DELETE_POSTING, seen.rid());
    EmbeddingTable.delete(sql, seen.rid());
    KeyTable.removeOwnedBy(sql, delete.id());
    QueueTable.removeItem(sql, delete.id());
    AuditTable.append(sql, seen.rid(), seen.audits(), delete.audit(), effects);
    AuditHead before = AuditHead.of(delete.id(), seen.head());
    effects.head(seen.scope(), trail(delete.id(), delete.audit(), seen.head()).minus(before));
  }

  void bury(Step.Bury bury, Effects effects) throws SQLException {
    long rid = newRid();
    sql.expect(
        Group.MEMORY,
        usedBefore(bury.id()),
        BURY_UNSEEN,
        rid,
        Texts.beyondKey(bury.id()),
        Texts.escaped(bury.scope()),
        bury.level(),
        Texts.key(bury.id()));
    AuditTable.append(sql, rid, 0, bury.audit(), effects);
    effects.head(bury.scope(), trail(bury.id(), bury.audit(), ""));
  }

  /** What a trail is in the head of its scope after a change. */
  private static AuditHead trail(String id, List<AuditLink> links, String before) {
    return AuditHead.of(id, links.isEmpty() ? before : links.get(links.size() - 1).hash());
  }

  private static String usedBefore(String id) {
    return "id was used before: " + id;
  }

  private Place placeOf(RecordRow row) throws SQLException {
    return new Place(spaces.spaceOf(row), spaces.wholeOf(row), spaces.hasLane(row.salience()));
  }

  private Place placeOf(Seen seen, RecordRow row) throws SQLException {
    return new Place(seen.space(), seen.whole(), spaces.hasLane(row.salience()));
  }

  private void insertRow(long rid, Step.Insert insert, Place place) {
    RecordRow row = insert.row();
    SalienceColumns salience = row.salience();
    sql.expect(
        Group.MEMORY,
        usedBefore(row.id()),
        INSERT,
        rid,
        Texts.beyondKey(row.id()),
        insert.version(),
        Texts.escaped(insert.nonce()),
        insert.audit().size(),
        row.updatedAt(),
        row.lastReinforcedAt(),
        salience.s0(),
        salience.t0(),
        salience.log2S0(),
        salience.rankKey(place.hasLane()),
        salience.drift(place.hasLane()),
        salience.rest(),
        row.digest(),
        place.space(),
        place.whole(),
        Texts.escaped(row.scope()),
        row.level(),
        row.type().wireName(),
        row.confidence(),
        row.createdAt(),
        salience.curve().wireName(),
        salience.halfLife(),
        salience.minSalience(),
        salience.pinned(),
        row.validFrom(),
        row.validUntil(),
        row.measure(),
        Texts.key(row.id()));
  }

  private void reinforce(long rid, Step.Replace replace, Place place) {
    RecordRow row = replace.row();
    SalienceColumns salience = row.salience();
    sql.later(
        Group.MEMORY,
        REINFORCE,
        Texts.escaped(replace.nonce()),
        replace.audit().size(),
        row.updatedAt(),
        row.lastReinforcedAt(),
        salience.s0(),
        salience.t0(),
        salience.log2S0(),
        salience.rankKey(place.hasLane()),
        salience.drift(place.hasLane()),
        salience.rest(),
        rid);
  }

  private void rewrite(Seen seen, RecordRow row, Place place, Effects effects) throws SQLException {
    Text before = text(seen.rid());
    if (!isIndexedAlike(seen, before, row, place)) {
      uncount(seen, before, effects);
      index(seen.rid(), row, place, effects);
    }
    rewriteRow(seen.rid(), row, place);
    writeContent(seen.rid(), row);
  }

  private static boolean isIndexedAlike(Seen seen, Text before, RecordRow row, Place place) {
    return seen.space() == place.space()
        && Objects.equals(seen.whole(), place.whole())
        && before.words().equals(row.words());
  }

  private void rewriteRow(long rid, RecordRow row, Place place) {
    SalienceColumns salience = row.salience();
    sql.later(
        Group.MEMORY,
        REWRITE,
        row.digest(),
        place.space(),
        place.whole(),
        Texts.escaped(row.scope()),
        row.level(),
        row.type().wireName(),
        row.confidence(),
        row.createdAt(),
        salience.curve().wireName(),
        salience.halfLife(),
        salience.minSalience(),
        salience.pinned(),
        row.validFrom(),
        row.validUntil(),
        row.measure(),
        rid);
  }

  private void writeContent(long rid, RecordRow row) {
    sql.later(Group.DOCUMENT, PUT_DOCUMENT, rid, row.length(), row.words().text(), row.doc());
  }

  private void index(long rid, RecordRow row, Place place, Effects effects) throws SQLException {
    ListedWords words = row.listed();
    sql.later(Group.POSTING, PUT_POSTING, rid, postings(words.all(), place));
    pools.count(row.scope(), row.level(), 1, row.length(), words.counted(), effects);
  }

  private static String[] postings(List<String> words, Place place) {
    List<Long> spaces = new ArrayList<>(List.of(place.space()));
    if (place.whole() != null) {
      spaces.add(place.whole());
    }
    return postings(words, spaces);
  }

  /** Words as the index knows them in the spaces of a record. */
  static String[] postings(List<String> words, List<Long> spaces) {
    return spaces.stream()
        .flatMap(space -> words.stream().map(word -> Words.in(space, word)))
        .toArray(String[]::new);
  }

  private void uncount(Seen seen, Text text, Effects effects) throws SQLException {
    List<String> words = text.words().listed().counted();
    pools.count(seen.scope(), seen.level(), -1, text.length(), words, effects);
  }

  private Seen seen(String id, long version) throws SQLException {
    Seen seen = sql.first(RecordTables::seen, SEEN, Texts.key(id));
    if (seen == null || seen.version() != version) {
      throw new ConflictException("record is not as seen: " + id);
    }
    return seen;
  }

  private static Seen seen(ResultSet row) throws SQLException {
    long whole = row.getLong(3);
    return new Seen(
        row.getLong(1),
        row.getLong(2),
        row.wasNull() ? null : (Long) whole,
        row.getLong(4),
        row.getInt(5),
        row.getString(6),
        Texts.plain(row.getString(7)),
        row.getInt(8),
        row.getString(9));
  }

  private Text text(long rid) throws SQLException {
    @Nullable Text text =
        sql.first(row -> new Text(row.getInt(1), new WordList(row.getString(2))), WORDS, rid);
    return Objects.requireNonNull(text, "a record without a document");
  }

  private long newRid() throws SQLException {
    if (nextRid == 0) {
      nextRid = Objects.requireNonNull(sql.first(row -> row.getLong(1), NEXT_RID));
    }
    return nextRid++;
  }
}
