package dev.membrane.internal.consolidate;

import dev.membrane.ConsolidationResult.Again;
import dev.membrane.FailedPreconditionException;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.internal.work.RedactedFailure;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settled episodes from which a stage has not learned: it was not there when they settled, or
 * has set them aside. They are queued for it, page by page. An episode that waits for the stage
 * anyway keeps its place. Not thread-safe.
 */
final class UnlearnedEpisodes {

  private static final Logger LOG = LoggerFactory.getLogger(UnlearnedEpisodes.class);

  /** As many as a stage takes at once. */
  private static final int PAGE = 50;

  private final MemoryStore store;
  private final EpisodeChoice choice;
  private final String stage;
  private final Filter filter;
  private final Instant now;
  private final LearningProgress progress;
  private String last = "";
  private int queued;
  private int unreadable;

  /**
   * Which episodes are meant.
   *
   * @param stage the name of the stage
   * @param seen they are seen in full
   * @param isOfScope whether those without a scope are left out
   */
  record EpisodeChoice(String stage, Visibility seen, boolean isOfScope) {

    boolean has(MemoryRecord episode) {
      return !isOfScope || episode.scope() != null;
    }
  }

  UnlearnedEpisodes(
      MemoryStore store, EpisodeChoice choice, Instant now, LearningProgress progress) {
    this.store = store;
    this.choice = choice;
    this.stage = choice.stage();
    this.filter = Filter.of(choice.seen(), now).withTypes(Set.of(MemoryType.EPISODIC));
    this.now = now;
    this.progress = progress;
  }

  Again result() {
    return new Again(queued, unreadable);
  }

  /** Queues those of one page; answers whether there are no more. */
  boolean queuePage() {
    List<String> ids =
        store.arrivals(new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, last, PAGE));
    if (!ids.isEmpty()) {
      queueReadable(ids);
      last = ids.get(ids.size() - 1);
    }
    progress.at("queueing again for " + stage, queued);
    return ids.size() < PAGE;
  }

  /** What cannot be read must not keep the others from being learned from. */
  private void queueReadable(List<String> ids) {
    try {
      Again page = CommitRetry.untilCommitted(() -> queue(ids));
      queued += page.queued();
      unreadable += page.unreadable();
    } catch (StoreUnavailableException | FailedPreconditionException failure) {
      throw failure;
    } catch (RuntimeException damaged) {
      if (ids.size() > 1) {
        ids.forEach(id -> queueReadable(List.of(id)));
      } else {
        unreadable++;
        LOG.warn(
            "episode {} cannot be read and is not queued for stage {}",
            ids.get(0),
            stage,
            RedactedFailure.of(damaged));
      }
    }
  }

  private Again queue(List<String> ids) {
    List<StoredRecord> found = store.get(ids);
    List<WholeEpisode> settled = settled(found);
    List<QueueRow> again =
        unlearned(settled).stream()
            .map(whole -> new QueueRow(Queues.learning(stage), whole.id(), now, 0))
            .toList();
    List<QueueRow> aside = store.rows(Queues.aside(stage), partIds(settled));
    if (!again.isEmpty() || !aside.isEmpty()) {
      Changeset.Builder changes = Changeset.builder();
      aside.forEach(changes::done);
      again.forEach(changes::enqueue);
      store.commit(changes.build());
    }
    return new Again(again.size(), unread(ids, found));
  }

  /**
   * How many of some records are there and were not read: a copy of a store still has the ids of
   * what was erased with its key. Others were deleted meanwhile.
   */
  private int unread(List<String> ids, List<StoredRecord> found) {
    Set<String> missing = new HashSet<>(ids);
    found.forEach(stored -> missing.remove(stored.record().id()));
    return missing.isEmpty()
        ? 0
        : (int) store.headers(missing, now).stream().filter(it -> !it.isDeleted()).count();
  }

  private List<WholeEpisode> settled(List<StoredRecord> found) {
    List<StoredRecord> asked = found.stream().filter(it -> choice.has(it.record())).toList();
    return WholeEpisode.of(asked, store).stream()
        .filter(whole -> !whole.settledAt().isAfter(now))
        .toList();
  }

  /** Those that the stage has not learned from as they are, and that do not wait for it. */
  private List<WholeEpisode> unlearned(List<WholeEpisode> settled) {
    List<StoredRecord> parts = settled.stream().flatMap(whole -> whole.parts().stream()).toList();
    // First, as what stops waiting in between has been learned from.
    Set<String> waiting =
        store.rows(Queues.learning(stage), partIds(settled)).stream()
            .map(QueueRow::item)
            .collect(Collectors.toSet());
    Set<String> learned = new LearnedKeys(List.of(stage)).learned(parts, store);
    return settled.stream()
        .filter(whole -> !learned.containsAll(whole.partIds()))
        .filter(whole -> Collections.disjoint(waiting, whole.partIds()))
        .toList();
  }

  private static List<String> partIds(List<WholeEpisode> episodes) {
    return episodes.stream().flatMap(whole -> whole.partIds().stream()).toList();
  }
}
