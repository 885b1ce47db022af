package dev.membrane.internal;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.Tracer.TracedStep;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store that has the wait for each commit traced. */
final class TracedStore extends ForwardingStore {

  private final MemoryStore store;
  private final Tracer tracer;

  private TracedStore(MemoryStore store, Tracer tracer) {
    super(store);
    this.store = store;
    this.tracer = tracer;
  }

  /** The store itself where nothing is traced. */
  static MemoryStore of(MemoryStore store, Tracer tracer) {
    return tracer.isOn() ? new TracedStore(store, tracer) : store;
  }

  @Override
  public void commit(Changeset changeset) {
    try (Span span = tracer.step(TracedStep.COMMIT)) {
      try {
        super.commit(changeset);
      } catch (RuntimeException | Error failure) {
        span.failed(failure);
        throw failure;
      }
    }
  }

  /** Not a step of a call: whoever hands them in does not wait for them here. */
  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    return store.commitEach(changesets);
  }
}
