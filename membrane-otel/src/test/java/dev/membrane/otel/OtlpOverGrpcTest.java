package dev.membrane.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.monitoring.Telemetry;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Without a protocol of their choice, operators get the standard's. */
class OtlpOverGrpcTest {

  @Test
  void spans_are_sent_over_grpc() throws Exception {
    CompletableFuture<ExportTraceServiceRequest> received = new CompletableFuture<>();
    Server collector =
        NettyServerBuilder.forPort(0)
            .addService(
                new TraceServiceGrpc.TraceServiceImplBase() {
                  @Override
                  public void export(
                      ExportTraceServiceRequest request,
                      StreamObserver<ExportTraceServiceResponse> to) {
                    received.complete(request);
                    to.onNext(ExportTraceServiceResponse.getDefaultInstance());
                    to.onCompleted();
                  }
                })
            .build()
            .start();
    try (Telemetry telemetry =
        new OtlpTelemetryProvider()
            .create(
                Map.of(
                    "OTEL_EXPORTER_OTLP_ENDPOINT",
                    "http://127.0.0.1:" + collector.getPort(),
                    "OTEL_METRICS_EXPORTER",
                    "none",
                    "OTEL_BSP_SCHEDULE_DELAY",
                    "50"))
            .orElseThrow()) {
      telemetry.tracer().call(new Incoming(Protocol.GRPC, "a/B", ""), name -> null).end("OK");

      ExportTraceServiceRequest request = received.get(5, TimeUnit.MINUTES);

      assertThat(request.getResourceSpans(0).getScopeSpans(0).getSpans(0).getName())
          .isEqualTo("a/B");
      assertThat(request.getResourceSpans(0).getResource().getAttributesList())
          .anySatisfy(it -> assertThat(it.getValue().getStringValue()).isEqualTo("membraned"));
    } finally {
      collector.shutdownNow();
    }
  }
}
