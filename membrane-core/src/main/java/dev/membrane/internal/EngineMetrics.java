package dev.membrane.internal;

import dev.membrane.Caller;
import dev.membrane.Metrics;
import dev.membrane.MetricsSnapshot;

/** Reads metrics for one caller. */
record EngineMetrics(Engine engine, Caller caller) implements Metrics {

  @Override
  public MetricsSnapshot snapshot() {
    return engine.serving().metrics().snapshot(caller);
  }

  @Override
  public long embeddingBacklog() {
    return engine.serving().metrics().embeddingBacklog(caller);
  }
}
