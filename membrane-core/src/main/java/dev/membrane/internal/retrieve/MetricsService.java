package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.MetricsSnapshot;
import dev.membrane.Permission;
import dev.membrane.internal.engine.AttendedStore;
import dev.membrane.spi.MemoryStore;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Says how the memory fares. Safe for use by many threads. */
public final class MetricsService {

  private final MemoryStore store;
  private final InstantSource clock;

  /** A service over a store. */
  public MetricsService(MemoryStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** {@link #snapshot(Caller)} where nobody has to say who they are. */
  public MetricsSnapshot snapshot() {
    return snapshot(Caller.ANONYMOUS);
  }

  /**
   * The figures of now, aggregated by the store over all scopes.
   *
   * @throws dev.membrane.AccessDeniedException without the permission to
   */
  public MetricsSnapshot snapshot(Caller caller) {
    caller.require(Permission.ADMIN, "reading metrics");
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return new MetricsSnapshot(now, AttendedStore.of(store, caller).statistics(now));
  }
}
