package dev.membrane.internal.metrics;

import dev.membrane.Caller;
import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.Permission;
import dev.membrane.internal.work.AttendedStore;
import dev.membrane.spi.store.MemoryStore;
import java.time.InstantSource;
import java.util.function.ToLongFunction;

/** Computes metrics over the whole memory. Safe for use by many threads. */
public final class MetricsService {

  private final MemoryStore store;
  private final InstantSource clock;
  private final ToLongFunction<MemoryStore> embeddingBacklog;

  /**
   * A service over a store.
   *
   * @param embeddingBacklog counts the records of the store that wait to be embedded
   */
  public MetricsService(
      MemoryStore store, InstantSource clock, ToLongFunction<MemoryStore> embeddingBacklog) {
    this.store = store;
    this.clock = clock;
    this.embeddingBacklog = embeddingBacklog;
  }

  /**
   * The figures of now, aggregated by the store over all scopes.
   *
   * @throws dev.membrane.AccessDeniedException without the permission to
   */
  public MetricsSnapshot snapshot(Caller caller) {
    caller.require(Permission.ADMIN, "reading metrics");
    var now = clock.instant();
    MemoryStore attended = AttendedStore.of(store, caller);
    return new MetricsSnapshot(
        now, attended.statistics(now), embeddingBacklog.applyAsLong(attended));
  }

  /**
   * How many records wait to be embedded.
   *
   * @throws dev.membrane.AccessDeniedException without the permission to
   */
  public long embeddingBacklog(Caller caller) {
    caller.require(Permission.ADMIN, "reading metrics");
    return embeddingBacklog.applyAsLong(AttendedStore.of(store, caller));
  }
}
