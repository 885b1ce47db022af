package dev.membrane.retrieve;

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

  /** The figures of now, aggregated by the store. */
  public Metrics snapshot() {
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return new Metrics(now, store.statistics(now));
  }
}
