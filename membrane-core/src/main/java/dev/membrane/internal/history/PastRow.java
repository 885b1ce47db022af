package dev.membrane.internal.history;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A record as it was, under the stricter of the labels that it had then and has now. */
record PastRow(StoredRecord stored, int entries, Terms terms, long arrival, long bytes) {

  /** What the objects of a row and of a term take, about. */
  private static final int BYTES = 512;

  private static final int BYTES_OF_TERM = 64;

  /**
   * The row of a record; empty if the caller may see it neither in full nor redacted.
   *
   * @param analysis finds the terms of a record
   */
  static Optional<PastRow> of(
      PastRecord past, Visibility visibility, Function<MemoryRecord, Terms> analysis) {
    MemoryRecord record = past.stored().record();
    Sensitivity then = record.sensitivity();
    Sensitivity stricter = then.covers(past.sensitivity()) ? then : past.sensitivity();
    boolean isSeen =
        visibility.allows(past.scope()) && visibility.seesAtAll(record.scope(), stricter);
    if (!isSeen) {
      return Optional.empty();
    }
    MemoryRecord labelled =
        stricter == then ? record : record.toBuilder().sensitivity(stricter).build();
    StoredRecord stored = past.stored();
    return Optional.of(
        new PastRow(
            new StoredRecord(labelled, stored.version(), stored.anchor(), stored.head()),
            past.entries(),
            past.terms() == null ? analysis.apply(record) : past.terms(),
            past.arrival(),
            past.bytes()));
  }

  /** What a search looks at: of an episode the key, and not the events. */
  PastRow slim() {
    boolean isEpisode = record().payload() instanceof EpisodicPayload;
    String key = record().episode();
    StoredRecord slim =
        isEpisode
            ? new StoredRecord(
                record().toBuilder()
                    .payload(EpisodicPayload.of(List.of(), List.of()).under(key))
                    .auditLog(List.of())
                    .build(),
                stored.version(),
                stored.anchor(),
                stored.head())
            : stored;
    long own = isEpisode ? (key == null ? 0 : 2L * key.length()) : bytes;
    long size = own + BYTES + (long) BYTES_OF_TERM * terms.counts().size();
    return new PastRow(slim, entries, terms, arrival, size);
  }

  String id() {
    return stored.record().id();
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

  Hit bare(Instant at) {
    return hit(at, Map.of(), 0, "");
  }

  /** The record found next to another one, or by its vector. */
  Hit beside(Instant at) {
    return hit(at, Map.of(), terms.length(), terms.mark());
  }

  Hit hit(Instant at, Collection<String> asked) {
    Map<String, Integer> counts = new HashMap<>(terms.counts());
    counts.keySet().retainAll(asked);
    return hit(at, counts, terms.length(), terms.mark());
  }

  private Hit hit(Instant at, Map<String, Integer> counts, int length, String mark) {
    Lifecycle lifecycle = record().lifecycle();
    Anchor anchor = stored.anchor();
    double log2Salience = lifecycle.log2SalienceAt(anchor.salience(), anchor.at(), at);
    return new Hit(id(), record().createdAt(), log2Salience, counts, length, mark);
  }
}
