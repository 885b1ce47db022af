package dev.membrane.internal.history;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store that keeps the states that commits end, from the instant at which they are handed in. */
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
    store.commit(kept(changeset, now()));
  }

  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    Instant now = now();
    return store.commitEach(changesets.stream().map(each -> kept(each, now)).toList());
  }

  private static Changeset kept(Changeset changeset, Instant now) {
    return changeset.with(changeset.versions().keptAt(now));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
