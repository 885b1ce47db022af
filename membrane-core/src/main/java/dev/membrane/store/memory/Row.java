package dev.membrane.store.memory;

import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A record as it is kept; its audit log is kept elsewhere, since that outlives it.
 *
 * @param stored the record with an empty audit log
 * @param terms its analysed text
 * @param nonce what its last change was given with it
 * @param arrival the place of its insert among all inserts; a replacement does not change it
 */
record Row(StoredRecord stored, Terms terms, String nonce, long arrival) {

  static Row of(Change.Insert insert, long arrival) {
    return of(
        insert.record(),
        insert.version(),
        insert.anchor(),
        insert.terms(),
        insert.nonce(),
        arrival);
  }

  /** The row after a change. */
  Row replaced(Change.Replace replace) {
    return of(
        replace.record(),
        replace.versionSeen() + 1,
        replace.anchor(),
        replace.terms(),
        replace.nonce(),
        arrival);
  }

  /** The row found by other words. */
  Row reindexed(Change.Reindex reindex) {
    return new Row(stored, reindex.terms(), nonce, arrival);
  }

  private static Row of(
      MemoryRecord record, long version, Anchor anchor, Terms terms, String nonce, long arrival) {
    MemoryRecord bare = record.toBuilder().salience(anchor.salience()).auditLog(List.of()).build();
    return new Row(new StoredRecord(bare, version, anchor, ""), terms, nonce, arrival);
  }

  MemoryRecord record() {
    return stored.record();
  }

  /** Whether the filter lets the record pass in full, not just its outline. */
  boolean passesInFull(Filter filter) {
    return filter.visibility().sees(record()) && filter.passes(stored);
  }

  /** Whether it is seen in full and, unless retired ones count, is not retired. */
  boolean isOpen(Filter filter) {
    return filter.visibility().sees(record()) && (filter.retiredToo() || !record().isRetired());
  }

  /** The length of its text in terms. */
  int length() {
    return terms.length();
  }

  Hit hit(Instant at) {
    return hit(at, Map.of(), 0, "");
  }

  /** The record found next to another one. */
  Hit beside(Instant at) {
    return hit(at, Map.of(), terms.length(), terms.mark());
  }

  Hit hit(Instant at, Collection<String> asked) {
    Map<String, Integer> counts = new HashMap<>();
    for (String term : asked) {
      Integer count = terms.counts().get(term);
      if (count != null) {
        counts.put(term, count);
      }
    }
    return hit(at, counts, terms.length(), terms.mark());
  }

  private Hit hit(Instant at, Map<String, Integer> counts, int length, String mark) {
    Lifecycle lifecycle = record().lifecycle();
    Anchor anchor = stored.anchor();
    double log2Salience = lifecycle.log2SalienceAt(anchor.salience(), anchor.at(), at);
    return new Hit(record().id(), record().createdAt(), log2Salience, counts, length, mark);
  }
}
