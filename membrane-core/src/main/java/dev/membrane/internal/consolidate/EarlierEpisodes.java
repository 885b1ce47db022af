package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.keys.StageKeys;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Arrivals;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Period;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.Stored;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.spi.UnreadableScopeException;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The episodes that settled before a store knew a stage. The stage is given them page by page. Each
 * commit notes how far it came, so that it goes on there after a crash, and happens once. What
 * settles later is given to every stage that the store knows. Not thread-safe.
 */
public final class EarlierEpisodes {

  private static final Logger LOG = LoggerFactory.getLogger(EarlierEpisodes.class);
  private static final int PAGE = 100;

  private final StoreReader store;
  private final String stage;
  private final Instant now;
  private int given;

  /** Those of a stage, at an instant in whole microseconds. */
  public EarlierEpisodes(StoreReader store, String stage, Instant now) {
    this.store = store;
    this.stage = stage;
    this.now = now;
  }

  /**
   * Some of them.
   *
   * @param last the id after which the next ones come; empty: there are no others
   */
  private record EpisodePage(List<String> ids, String last) {}

  /** The ids of the first that the stage was not given yet. */
  public List<String> first(int most) {
    Optional<Key> key = key();
    List<String> ids = new ArrayList<>();
    String last = key.map(Key::value).orElse("");
    boolean hasMore = key.filter(StageKeys::isDone).isEmpty();
    while (hasMore && ids.size() < most) {
      EpisodePage page = page(last);
      ids.addAll(page.ids());
      last = page.last();
      hasMore = !last.isEmpty();
    }
    return ids.subList(0, Math.min(most, ids.size()));
  }

  /** Gives the stage some; answers whether none is left. */
  boolean give(MemoryStore into) {
    Optional<Key> key = key();
    if (key.filter(StageKeys::isDone).isPresent()) {
      return true;
    }
    EpisodePage page = page(key.map(Key::value).orElse(""));
    boolean isLast = page.last().isEmpty();
    Changeset.Builder changes = Changeset.builder();
    key.ifPresent(changes::removeKey);
    changes.addKey(isLast ? StageKeys.done(stage) : StageKeys.upTo(stage, page.last()));
    page.ids().forEach(id -> changes.enqueue(new QueueRow(Queues.learning(stage), id, now, 0)));
    into.commit(changes.build());
    given += page.ids().size();
    if (isLast && given > 0) {
      LOG.info("stage {} is new to the store; {} earlier episodes wait for it", stage, given);
    }
    return isLast;
  }

  private Optional<Key> key() {
    return store.find(List.of(StageKeys.name(stage))).stream().findFirst();
  }

  private EpisodePage page(String after) {
    Filter filter =
        Filter.of(Visibility.ALL, now).withRetired(true).withTypes(Set.of(MemoryType.EPISODIC));
    List<String> ids =
        store.arrivals(new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, after, PAGE));
    Set<String> handled =
        store.find(ids.stream().map(id -> LearnedKeys.keyName(stage, id)).toList()).stream()
            .map(key -> String.valueOf(key.owner()))
            .collect(Collectors.toSet());
    List<String> missing =
        ids.stream().filter(id -> !handled.contains(id)).filter(this::isSettled).toList();
    return new EpisodePage(missing, ids.size() < PAGE ? "" : ids.get(PAGE - 1));
  }

  /** One that has not comes up when it has; one that cannot be read teaches nothing. */
  private boolean isSettled(String id) {
    return read(id)
        .map(Stored::record)
        .anyMatch(record -> !EpisodeSettling.settledAt(record).isAfter(now));
  }

  private Stream<Stored> read(String id) {
    try {
      return store.get(List.of(id)).stream();
    } catch (UnreadableRecordException | UnreadableScopeException damaged) {
      return Stream.empty();
    }
  }
}
