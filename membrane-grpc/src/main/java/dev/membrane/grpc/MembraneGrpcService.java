package dev.membrane.grpc;

import com.google.protobuf.Message;
import dev.membrane.Membrane;
import dev.membrane.engine.AccessDeniedException;
import dev.membrane.engine.Caller;
import dev.membrane.engine.Permission;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceImplBase;
import dev.membrane.grpc.v1.MemoryRecordResponse;
import dev.membrane.grpc.v1.MetricsResponse;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import dev.membrane.ingest.IngestionService;
import dev.membrane.retrieve.Metrics;
import dev.membrane.schema.RecordView;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/**
 * The engine as a gRPC service: limits, translation, one call of the engine, translation back.
 * Exceptions go up to {@link Supervision}. A call that is not overridden answers UNIMPLEMENTED.
 * Thread-safe.
 */
final class MembraneGrpcService extends MembraneServiceImplBase {

  private final Membrane engine;

  MembraneGrpcService(Membrane engine) {
    this.engine = engine;
  }

  @Override
  public void ingestEvent(IngestEventRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().event(IngestMapping.event(request), caller()));
  }

  @Override
  public void ingestToolOutput(IngestToolOutputRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().toolOutput(IngestMapping.toolOutput(request), caller()));
  }

  @Override
  public void ingestObservation(
      IngestObservationRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().observe(IngestMapping.observation(request), caller()));
  }

  @Override
  public void ingestOutcome(IngestOutcomeRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().outcome(IngestMapping.outcome(request), caller()));
  }

  @Override
  public void ingestWorkingState(
      IngestWorkingStateRequest request, StreamObserver<IngestResponse> to) {
    ingest(
        request, to, () -> ingestion().workingState(IngestMapping.workingState(request), caller()));
  }

  @Override
  public void ingestRecord(IngestRecordRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().record(IngestMapping.record(request), caller()));
  }

  @Override
  public void retrieve(RetrieveRequest request, StreamObserver<RetrieveResponse> to) {
    answer(
        request,
        to,
        () ->
            RetrieveMapping.response(
                engine.retrieval().retrieve(RetrieveMapping.request(request), caller())));
  }

  @Override
  public void retrieveByID(RetrieveByIDRequest request, StreamObserver<MemoryRecordResponse> to) {
    answer(
        request,
        to,
        () ->
            RetrieveMapping.response(
                engine
                    .retrieval()
                    .byId(request.getId(), RetrieveMapping.trust(request), caller())));
  }

  @Override
  public void getMetrics(GetMetricsRequest request, StreamObserver<MetricsResponse> to) {
    answer(request, to, () -> RetrieveMapping.metrics(metrics(caller()).toJson()));
  }

  private Metrics metrics(Caller caller) {
    if (!caller.may(Permission.ADMIN)) {
      throw new AccessDeniedException("reading metrics needs the permission admin");
    }
    return engine.metrics().snapshot();
  }

  private static Caller caller() {
    return CurrentCaller.get();
  }

  private IngestionService ingestion() {
    return engine.ingestion();
  }

  private static void ingest(
      Message request, StreamObserver<IngestResponse> to, Supplier<RecordView> work) {
    answer(request, to, () -> IngestMapping.response(work.get()));
  }

  private static <A> void answer(Message request, StreamObserver<A> to, Supplier<A> work) {
    if (Context.current().isCancelled()) {
      return; // Whoever asked is gone, or the deadline is over: better not begun than half wanted.
    }
    RequestLimits.check(request);
    A answer = work.get();
    if (!((ServerCallStreamObserver<A>) to).isCancelled()) {
      to.onNext(answer);
      to.onCompleted();
    }
  }
}
