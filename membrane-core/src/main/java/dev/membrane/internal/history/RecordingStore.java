package dev.membrane.internal.history;

import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps the states that commits end. They end at the instant of the change, from which
 * on what the same commit adds is there, and not at that of the commit.
 */
public final class RecordingStore extends ForwardingStore {

  private final MemoryStore store;
  private final InstantSource clock;

  private RecordingStore(MemoryStore store, InstantSource clock) {
    super(store);
    this.store = store;
    this.clock = clock;
  }

  /** The store itself where nothing is to be kept, or nothing can be. */
  public static MemoryStore of(MemoryStore store, HistoryConfig config, InstantSource clock) {
    return config.isKept() && store.history().isPresent()
        ? new RecordingStore(store, clock)
        : store;
  }

  @Override
  public void commit(Changeset changeset) {
    store.commit(kept(changeset));
  }

  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    return store.commitEach(changesets.stream().map(this::kept).toList());
  }

  private Changeset kept(Changeset changeset) {
    Instant now = clock.instant();
    Instant at =
        changeset.changes().stream()
            .filter(change -> !(change instanceof Change.Bury))
            .flatMap(change -> change.audit().stream())
            .map(link -> link.entry().timestamp())
            .max(Comparator.naturalOrder())
            .filter(now::isAfter)
            .orElse(now);
    return changeset.with(changeset.history().keptAt(at, KeyKinds.OF_HISTORY));
  }
}
