package dev.membrane.internal.history;

import dev.membrane.internal.keys.HistoryKey;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From when to when the states of a store are known. A key says since when they are kept without a
 * gap. Safe for use by many threads.
 */
public final class HistoryPeriod {

  private static final Logger LOG = LoggerFactory.getLogger(HistoryPeriod.class);

  private final HistoryConfig config;
  private final InstantSource clock;

  private HistoryPeriod(HistoryConfig config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
  }

  /** Begins or ends the period in a store that was opened, if the configuration has changed. */
  public static HistoryPeriod begin(MemoryStore store, HistoryConfig config, InstantSource clock) {
    HistoryPeriod period = new HistoryPeriod(config, clock);
    if (store.history().isPresent()) {
      List<Key> known = store.find(List.of(HistoryKey.NAME));
      if (config.isKept() && known.isEmpty()) {
        period.note(store, Changeset.builder().addKey(HistoryKey.since(clock.instant())));
      } else if (!config.isKept() && !known.isEmpty()) {
        period.note(store, Changeset.builder().removeKey(known.get(0)));
      }
      var unused = period.since(store);
    }
    return period;
  }

  private void note(MemoryStore store, Changeset.Builder change) {
    try {
      store.commit(change.build());
    } catch (ConflictException anotherNode) {
      LOG.debug("another process has noted it");
    }
  }

  /**
   * Checks an instant that a caller asks about.
   *
   * @return the instant in whole microseconds
   * @throws ValidationException if what was there at it is not known
   */
  Instant check(Instant asked, MemoryStore store) {
    Instant now = clock.instant();
    Instant at = asked.truncatedTo(ChronoUnit.MICROS);
    if (at.isAfter(now)) {
      throw refused("must not be in the future");
    }
    Instant since =
        since(store).orElseThrow(() -> refused("cannot be asked: the store keeps no history"));
    if (at.isBefore(since) || at.isBefore(config.oldestKept(now))) {
      Instant end = config.end(now);
      Instant earliest = since.isAfter(end) ? since : end;
      throw refused("must not be before " + earliest + ", the earliest instant that is known");
    }
    return at;
  }

  private static ValidationException refused(String why) {
    return ValidationException.worded("as_of", "as_of " + why);
  }

  private Optional<Instant> since(MemoryStore store) {
    return config.isKept() && store.history().isPresent()
        ? store.find(List.of(HistoryKey.NAME)).stream().findFirst().map(key -> since(key, store))
        : Optional.empty();
  }

  /**
   * Either a clock that was ahead has ended what was kept, or it is behind now. So the instant of
   * the key is kept, and counts once the clock has come to it.
   */
  private Instant since(Key known, MemoryStore store) {
    Instant now = clock.instant();
    Instant since = HistoryKey.since(known, now);
    if (!since.isAfter(now)) {
      return since;
    }
    note(store, Changeset.builder().removeKey(known).addKey(HistoryKey.meanwhile(known, now)));
    return now;
  }

  /** Removes the states that have been kept long enough, in commits of bounded size. */
  public void sweep(MemoryStore store, Instant now) {
    // Whoever asks after a clock that was ahead is not the first to notice.
    var unused = since(store);
    @Nullable History history = store.history().orElse(null);
    Instant end = config.isKept() ? config.oldestKept(now) : Timestamps.MAX;
    while (history != null
        && isAnyBefore(end, history)
        && !Thread.currentThread().isInterrupted()) {
      CommitRetry.untilCommitted(() -> expire(store, end, now));
    }
  }

  /** What is gone stays unknown, also to a node that keeps more, now or after the next start. */
  private boolean expire(MemoryStore store, Instant end, Instant now) {
    Changeset.Builder changes = Changeset.builder();
    for (Key known : store.find(List.of(HistoryKey.NAME))) {
      if (HistoryKey.since(known, now).isBefore(end)) {
        changes.removeKey(known);
        if (config.isKept()) {
          changes.addKey(HistoryKey.since(end));
        }
      }
    }
    store.commit(changes.build().with(HistorySteps.expiring(end)));
    return true;
  }

  private static boolean isAnyBefore(Instant end, History history) {
    return history.oldestEnd().filter(oldest -> oldest.isBefore(end)).isPresent();
  }
}
