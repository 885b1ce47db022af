package dev.membrane.retrieve;

import dev.membrane.engine.AttendedStore;
import dev.membrane.engine.Caller;
import dev.membrane.engine.Permission;
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
  public Metrics snapshot() {
    return snapshot(Caller.ANONYMOUS);
  }

  /**
   * The figures of now, aggregated by the store over all scopes.
   *
   * @throws dev.membrane.engine.AccessDeniedException without the permission to
   */
  public Metrics snapshot(Caller caller) {
    caller.require(Permission.ADMIN, "reading metrics");
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return new Metrics(now, AttendedStore.of(store, caller).statistics(now));
  }
}
