package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.internal.commit.SeenRecord.Text;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Conflict;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the records that the steps of a transaction change, many with one query, as a query for
 * each would have every statement before it sent alone. What was read ahead of a record holds for
 * its first step only. Used by one thread at a time.
 */
final class SeenRecords {

  private static final String RECORDS =
      "SELECT " + SeenRecord.COLUMNS + " FROM memory m WHERE m.id {in ids}";

  private static final String WORDS =
      "SELECT d.rid, d.length, d.words, '' FROM document d WHERE d.rid {in rids}";

  private static final String TEXTS =
      "SELECT d.rid, d.length, d.words, d.doc FROM document d WHERE d.rid {in rids}";

  /** A document may have megabytes. */
  private static final int MAX_TEXTS = 32;

  private final WriteTransaction sql;
  private final Map<String, SeenRecord> records = new HashMap<>();
  private final Set<Wanted> wanted = new LinkedHashSet<>();
  private final Map<Wanted, StoredText> texts = new HashMap<>();

  /** A text that a step asks for. */
  private record Wanted(long rid, boolean withDocument) {}

  /** A text as its columns are. */
  private record StoredText(int length, String words, String doc) {

    static StoredText read(ResultSet row) throws SQLException {
      return new StoredText(row.getInt(2), row.getString(3), row.getString(4));
    }
  }

  SeenRecords(WriteTransaction sql) {
    this.sql = sql;
  }

  /** Drops what was read ahead. */
  void forget() {
    records.clear();
    wanted.clear();
    texts.clear();
  }

  /** Reads ahead within the transaction that applies some changesets. */
  void readAhead(List<PreparedChangeset> changesets) throws SQLException {
    forget();
    List<String> ids = new ArrayList<>();
    for (PreparedChangeset changeset : changesets) {
      changeset.steps().stream().filter(it -> !it.isOfNewRecord()).map(Step::id).forEach(ids::add);
    }
    if (ids.size() < 2) {
      return;
    }
    find(ids).forEach(seen -> records.put(seen.position().id(), seen));
    changesets.forEach(this::want);
  }

  private void want(PreparedChangeset changeset) {
    boolean isKept = changeset.whole().history().at() != null;
    for (Step step : changeset.steps()) {
      SeenRecord seen = records.get(step.id());
      if (seen != null && step.changesTextOf(seen)) {
        wanted.add(new Wanted(seen.rid(), isKept && step.keepsVersion()));
      }
    }
  }

  /**
   * The record of a step.
   *
   * @throws ConflictException if the record is not stored with this version
   * @throws UnreadableRecordException if it cannot be decrypted
   */
  SeenRecord take(String id, long version) throws SQLException {
    SeenRecord seen = records.remove(id);
    if (seen == null) {
      seen = find(List.of(id)).stream().findFirst().orElse(null);
    }
    if (seen == null || seen.version() != version) {
      throw new ConflictException(
          Conflict.of("record " + id, version, Optional.ofNullable(seen).map(SeenRecord::version)));
    }
    return seen;
  }

  private List<SeenRecord> find(Collection<String> ids) throws SQLException {
    Dialect dialect = sql.dialect();
    return sql.all(row -> SeenRecord.of(row, dialect), RECORDS, Map.of("ids", dialect.keys(ids)));
  }

  /**
   * The words of a record, none if their key was destroyed.
   *
   * @param withDocument whether its document, too
   * @throws UnreadableRecordException if it cannot be decrypted
   */
  Text text(SeenRecord seen, boolean withDocument) throws SQLException {
    Wanted asked = new Wanted(seen.rid(), withDocument);
    StoredText stored = texts.remove(asked);
    if (stored == null) {
      read(asked);
      stored = texts.remove(asked);
    }
    // What a step asks for it changes, so nothing else that was read of it holds.
    Wanted otherwise = new Wanted(seen.rid(), !withDocument);
    texts.remove(otherwise);
    wanted.remove(otherwise);
    Objects.requireNonNull(stored, "a record without a document");
    return seen.text(stored.length(), stored.words(), stored.doc(), sql.dialect().cipher());
  }

  /** With those that are asked for next. */
  private void read(Wanted asked) throws SQLException {
    wanted.remove(asked);
    List<Long> rids = new ArrayList<>(List.of(asked.rid()));
    Iterator<Wanted> next = wanted.iterator();
    while (next.hasNext() && rids.size() < MAX_TEXTS) {
      Wanted other = next.next();
      if (other.withDocument() == asked.withDocument()) {
        rids.add(other.rid());
        next.remove();
      }
    }
    sql.each(
        row -> texts.put(new Wanted(row.getLong(1), asked.withDocument()), StoredText.read(row)),
        asked.withDocument() ? TEXTS : WORDS,
        Map.of("rids", sql.dialect().numbers(rids)));
  }
}
