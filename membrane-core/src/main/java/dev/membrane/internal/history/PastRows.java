package dev.membrane.internal.history;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The records that a caller may see, as they were at an instant, in the order of their inserts. A
 * few are kept for the next look; more are read again for each, so that memory is bounded. Safe for
 * use by many threads.
 */
final class PastRows {

  /** How many bytes of documents and terms are kept at most. */
  private static final long MAX_BYTES = 16L << 20;

  private final History history;
  private final Instant at;
  private final Visibility visibility;
  private final Function<MemoryRecord, Terms> analysis;
  private @Nullable List<PastRow> kept;
  private boolean isTooMuch;

  PastRows(
      History history, Instant at, Visibility visibility, Function<MemoryRecord, Terms> analysis) {
    this.history = history;
    this.at = at;
    this.visibility = visibility;
    this.analysis = analysis;
  }

  /** Whether the caller sees a record today, in full or redacted, or saw it before it was gone. */
  boolean isSeen(RecordHeader today) {
    return visibility.seesAtAll(today.scope(), today.sensitivity());
  }

  /** Those of some records, in no order. */
  List<PastRow> of(Collection<String> ids) {
    return history.at(at, ids).stream().map(this::row).flatMap(Optional::stream).toList();
  }

  /** The cosines of the vectors that some of them had. */
  Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    return history.cosines(at, model, vector, ids);
  }

  /** Looks at all records. */
  void forEach(Consumer<PastRow> look) {
    until(
        0,
        row -> {
          look.accept(row);
          return false;
        });
  }

  /**
   * Looks at the records after a place until it is enough.
   *
   * @param enough told each; answers whether no other is needed
   */
  void until(long after, Predicate<PastRow> enough) {
    List<PastRow> all = after == 0 ? few() : null;
    if (all != null) {
      for (PastRow row : all) {
        if (enough.test(row)) {
          return;
        }
      }
      return;
    }
    read(after, enough);
  }

  /** All records, if they are few; otherwise null. */
  private synchronized @Nullable List<PastRow> few() {
    if (kept == null && !isTooMuch) {
      List<PastRow> all = new ArrayList<>();
      long[] bytes = new long[1];
      read(
          0,
          row -> {
            PastRow slim = row.slim();
            all.add(slim);
            bytes[0] += slim.bytes();
            isTooMuch = bytes[0] > MAX_BYTES;
            return isTooMuch;
          });
      kept = isTooMuch ? null : all;
    }
    return kept;
  }

  private void read(long after, Predicate<PastRow> enough) {
    List<PastRecord> page = history.at(at, visibility, after);
    while (!page.isEmpty()) {
      for (PastRecord past : page) {
        Optional<PastRow> row = row(past);
        if (row.isPresent() && enough.test(row.get())) {
          return;
        }
      }
      page = history.at(at, visibility, page.get(page.size() - 1).arrival());
    }
  }

  private Optional<PastRow> row(PastRecord past) {
    return PastRow.of(past, visibility, analysis);
  }
}
