package dev.membrane.store.sqlite;

import dev.membrane.spi.AuditHead;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.ConflictException;
import dev.membrane.store.jdbc.ListedWords;
import dev.membrane.store.jdbc.RecordRow;
import dev.membrane.store.jdbc.SalienceColumns;
import dev.membrane.store.jdbc.Step;
import dev.membrane.store.jdbc.WordList;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Inserts, replaces and deletes records. For the writer. */
final class RecordTables {

  private static final String NEXT_RID =
      """
      SELECT 1 + max(coalesce((SELECT max(rid) FROM memory), 0),
                     coalesce((SELECT max(rid) FROM tombstone), 0))
      """;

  private static final String INSERT =
      """
      INSERT INTO memory (
        rid, id, version, nonce, audits, updated_at, last_reinforced_at,
        s0, t0, log2_s0, rank_key, drift, rest,
        digest, space, whole, scope, level, type, confidence, created_at,
        curve, half_life, min_salience, pinned, thread_id, valid_from, valid_until, measure)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM tombstone WHERE id = ?2)
      ON CONFLICT (id) DO NOTHING
      """;

  private static final String SEEN =
      """
      SELECT %s, version, audits, digest, scope, level,
        coalesce((SELECT a.hash FROM audit a WHERE a.rid = memory.rid ORDER BY a.seq DESC LIMIT 1), '')
      FROM memory WHERE id = ?
      """
          .formatted(Standing.COLUMNS);

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
        created_at = ?, curve = ?, half_life = ?, min_salience = ?, pinned = ?, thread_id = ?,
        valid_from = ?, valid_until = ?, measure = ?
      WHERE rid = ?
      """;

  private static final String INSERT_DOCUMENT =
      "INSERT OR REPLACE INTO document (rid, length, words, doc) VALUES (?, ?, ?, ?)";

  private static final String WORDS = "SELECT length, words FROM document WHERE rid = ?";

  private static final String DELETE = "DELETE FROM memory WHERE rid = ?";

  private static final String DELETE_DOCUMENT = "DELETE FROM document WHERE rid = ?";

  private static final String BURY =
      "INSERT INTO tombstone (rid, id, scope, level) VALUES (?, ?, ?, ?)";

  private static final String BURY_UNSEEN =
      """
      INSERT INTO tombstone (rid, id, scope, level)
      SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM memory WHERE id = ?2)
      ON CONFLICT (id) DO NOTHING
      """;

  private final Sql sql;
  private final Spaces spaces;
  private final Pools pools;
  private long nextRid;

  /** What of a stored record decides how it changes. */
  private record Seen(
      Standing standing,
      long version,
      int audits,
      String digest,
      String scope,
      int level,
      String head) {

    /** What its trail is in the head of its scope. */
    AuditHead trail() {
      return AuditHead.of(standing.id(), head);
    }

    long rid() {
      return standing.rid();
    }
  }

  private record Text(int length, WordList words) {}

  RecordTables(Sql sql) {
    this.sql = sql;
    this.pools = new Pools(sql);
    this.spaces = new Spaces(sql, pools);
  }

  Pools pools() {
    return pools;
  }

  /** What was read may have been rolled back. */
  void forget() {
    spaces.forget();
    pools.forget();
    nextRid = 0;
  }

  void insert(Step.Insert insert, Effects effects) throws SQLException {
    RecordRow row = insert.row();
    long rid = newRid();
    Place place = placeOf(row);
    insertRow(rid, insert, place);
    writeContent(rid, row);
    TagTables.add(sql, standing(rid, row, place), row.listed().tags());
    index(rid, row, place, effects);
    AuditTable.append(sql, rid, 0, insert.audit(), effects);
    effects.head(row.scope(), trail(row.id(), insert.audit(), ""));
  }

  void replace(Step.Replace replace, Effects effects) throws SQLException {
    RecordRow row = replace.row();
    Seen seen = seen(row.id(), replace.versionSeen());
    boolean isReinforced = seen.digest().equals(row.digest());
    Place place = isReinforced ? placeOf(seen, row) : placeOf(row);
    List<String> tags = row.listed().tags();
    effects.change(row.id(), seen.rid());
    List<String> before = isReinforced ? tags : rewrite(seen, row, place, effects);
    reinforce(seen.rid(), replace, place);
    rankTags(seen.standing(), before, standing(seen.rid(), row, place), tags);
    AuditTable.append(sql, seen.rid(), seen.audits(), replace.audit(), effects);
    effects.head(seen.scope(), AuditHead.NONE.minus(seen.trail()));
    effects.head(row.scope(), trail(row.id(), replace.audit(), seen.head()));
  }

  void delete(Step.Delete delete, Effects effects) throws SQLException {
    Seen seen = seen(delete.id(), delete.versionSeen());
    Text text = text(seen.rid());
    effects.change(delete.id(), seen.rid());
    effects.delete();
    unindex(seen, text, effects);
    TagTables.remove(sql, seen.standing(), text.words().listed().tags());
    EmbeddingTable.delete(sql, seen.rid(), seen.standing().space());
    sql.update(DELETE, seen.rid());
    sql.update(DELETE_DOCUMENT, seen.rid());
    sql.update(BURY, seen.rid(), delete.id(), seen.scope(), seen.level());
    KeyTable.removeOwnedBy(sql, delete.id());
    QueueTable.removeItem(sql, delete.id());
    AuditTable.append(sql, seen.rid(), seen.audits(), delete.audit(), effects);
    effects.head(seen.scope(), trail(delete.id(), delete.audit(), seen.head()).minus(seen.trail()));
  }

  void bury(Step.Bury bury, Effects effects) throws SQLException {
    long rid = newRid();
    if (sql.update(BURY_UNSEEN, rid, bury.id(), bury.scope(), bury.level()) == 0) {
      throw usedBefore(bury.id());
    }
    AuditTable.append(sql, rid, 0, bury.audit(), effects);
    effects.head(bury.scope(), trail(bury.id(), bury.audit(), ""));
  }

  /** What a trail is in the head of its scope after a change. */
  private static AuditHead trail(String id, List<AuditLink> links, String before) {
    return AuditHead.of(id, links.isEmpty() ? before : links.get(links.size() - 1).hash());
  }

  private static ConflictException usedBefore(String id) {
    return new ConflictException("id was used before: " + id);
  }

  private record Place(long space, @Nullable Long whole, boolean hasLane) {}

  private Place placeOf(RecordRow row) throws SQLException {
    return new Place(spaces.spaceOf(row), spaces.wholeOf(row), spaces.hasLane(row.salience()));
  }

  private Place placeOf(Seen seen, RecordRow row) throws SQLException {
    Standing at = seen.standing();
    return new Place(at.space(), at.whole(), spaces.hasLane(row.salience()));
  }

  private static Standing standing(long rid, RecordRow row, Place place) {
    SalienceColumns salience = row.salience();
    return new Standing(
        rid,
        row.id(),
        place.space(),
        place.whole(),
        salience.rankKey(place.hasLane()),
        salience.drift(place.hasLane()),
        salience.rest(),
        salience.t0(),
        salience.log2S0(),
        row.createdAt());
  }

  private void rankTags(Standing before, List<String> tagsBefore, Standing after, List<String> tags)
      throws SQLException {
    if (!before.equals(after) || !tagsBefore.equals(tags)) {
      TagTables.remove(sql, before, tagsBefore);
      TagTables.add(sql, after, tags);
    }
  }

  private void insertRow(long rid, Step.Insert insert, Place place) throws SQLException {
    RecordRow row = insert.row();
    SalienceColumns salience = row.salience();
    int inserted =
        sql.update(
            INSERT,
            rid,
            row.id(),
            insert.version(),
            insert.nonce(),
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
            row.scope(),
            row.level(),
            row.type().wireName(),
            row.confidence(),
            row.createdAt(),
            salience.curve().wireName(),
            salience.halfLife(),
            salience.minSalience(),
            salience.pinned(),
            row.threadId(),
            row.validFrom(),
            row.validUntil(),
            row.measure());
    if (inserted == 0) {
      throw usedBefore(row.id());
    }
  }

  private void reinforce(long rid, Step.Replace replace, Place place) throws SQLException {
    RecordRow row = replace.row();
    SalienceColumns salience = row.salience();
    sql.update(
        REINFORCE,
        replace.nonce(),
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

  /** Answers the tags that the record had. */
  private List<String> rewrite(Seen seen, RecordRow row, Place place, Effects effects)
      throws SQLException {
    Text before = text(seen.rid());
    if (!isInPlace(seen, place)) {
      unindex(seen, before, effects);
      index(seen.rid(), row, place, effects);
    } else if (!before.words().equals(row.words())) {
      reindex(seen, before, row, effects);
    }
    rewriteRow(seen.rid(), row, place);
    EmbeddingTable.move(sql, seen.rid(), seen.standing().space(), place.space(), effects);
    writeContent(seen.rid(), row);
    return before.words().listed().tags();
  }

  private static boolean isInPlace(Seen seen, Place place) {
    return seen.standing().space() == place.space()
        && Objects.equals(seen.standing().whole(), place.whole());
  }

  /** Tells the index and the counts of nothing but the words that have come or gone. */
  private void reindex(Seen seen, Text before, RecordRow row, Effects effects) throws SQLException {
    ListedWords old = before.words().listed();
    ListedWords gone = old.without(row.listed());
    ListedWords come = row.listed().without(old);
    Standing at = seen.standing();
    // The index counts its rows, so that one is removed and one added, if only of nothing.
    if (!gone.all().isEmpty() || !come.all().isEmpty()) {
      effects.unpost(seen.rid(), PostingTable.text(gone.all(), at.space(), at.whole()));
      effects.post(seen.rid(), PostingTable.text(come.all(), at.space(), at.whole()));
    }
    pools.count(seen.scope(), seen.level(), -1, before.length(), gone.counted(), effects);
    pools.count(seen.scope(), seen.level(), 1, row.length(), come.counted(), effects);
  }

  private void rewriteRow(long rid, RecordRow row, Place place) throws SQLException {
    SalienceColumns salience = row.salience();
    sql.update(
        REWRITE,
        row.digest(),
        place.space(),
        place.whole(),
        row.scope(),
        row.level(),
        row.type().wireName(),
        row.confidence(),
        row.createdAt(),
        salience.curve().wireName(),
        salience.halfLife(),
        salience.minSalience(),
        salience.pinned(),
        row.threadId(),
        row.validFrom(),
        row.validUntil(),
        row.measure(),
        rid);
  }

  private void writeContent(long rid, RecordRow row) throws SQLException {
    sql.update(INSERT_DOCUMENT, rid, row.length(), row.words().text(), row.doc());
  }

  private void index(long rid, RecordRow row, Place place, Effects effects) throws SQLException {
    effects.post(rid, posting(row, place));
    count(row, effects);
  }

  private void unindex(Seen seen, Text text, Effects effects) throws SQLException {
    effects.unpost(seen.rid(), posting(seen, text));
    uncount(seen, text, effects);
  }

  private static String posting(RecordRow row, Place place) {
    return PostingTable.text(row.listed().all(), place.space(), place.whole());
  }

  private static String posting(Seen seen, Text text) {
    Standing at = seen.standing();
    return PostingTable.text(text.words().listed().all(), at.space(), at.whole());
  }

  private void count(RecordRow row, Effects effects) throws SQLException {
    List<String> words = row.listed().counted();
    pools.count(row.scope(), row.level(), 1, row.length(), words, effects);
  }

  private void uncount(Seen seen, Text text, Effects effects) throws SQLException {
    List<String> words = text.words().listed().counted();
    pools.count(seen.scope(), seen.level(), -1, text.length(), words, effects);
  }

  private Seen seen(String id, long version) throws SQLException {
    Seen seen = sql.first(RecordTables::seen, SEEN, id);
    if (seen == null || seen.version() != version) {
      throw new ConflictException("record is not as seen: " + id);
    }
    return seen;
  }

  private static Seen seen(ResultSet row) throws SQLException {
    return new Seen(
        Standing.of(row),
        row.getLong(11),
        row.getInt(12),
        row.getString(13),
        row.getString(14),
        row.getInt(15),
        row.getString(16));
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
