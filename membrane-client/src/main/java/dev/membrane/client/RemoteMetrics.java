package dev.membrane.client;

import dev.membrane.Metrics;
import dev.membrane.MetricsSnapshot;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;

/** Reads metrics. */
record RemoteMetrics(Rpc rpc) implements Metrics {

  @Override
  public MetricsSnapshot snapshot() {
    return MetricsDecoder.of(
        rpc.call(MembraneServiceBlockingStub::getMetrics, GetMetricsRequest.getDefaultInstance()));
  }

  @Override
  public long embeddingBacklog() {
    return snapshot().embeddingBacklog();
  }
}
