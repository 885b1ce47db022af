package dev.membrane.grpc;

import com.google.protobuf.Message;
import dev.membrane.Membrane;
import dev.membrane.engine.Caller;
import dev.membrane.engine.Mandate;
import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.ContestResponse;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.DeleteResponse;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.GetAuditLogResponse;
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
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.MetricsResponse;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.PenalizeResponse;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.ReinforceResponse;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.RetractResponse;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RetrieveResponse;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.RunConsolidationResponse;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.ingest.IngestAnswer;
import dev.membrane.ingest.IngestionService;
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

  /** Decoded, checked, encoded and bound to a statement, a request is there some ten times. */
  private static final long MAX_WEIGHT = Runtime.getRuntime().maxMemory() / 16;

  private final Membrane engine;
  private final WeightLimit limit = new WeightLimit(MAX_WEIGHT);

  MembraneGrpcService(Membrane engine) {
    this.engine = engine;
  }

  @Override
  public void ingestEvent(IngestEventRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().ingest(IngestMapping.event(request), caller()));
  }

  @Override
  public void ingestToolOutput(IngestToolOutputRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().ingest(IngestMapping.toolOutput(request), caller()));
  }

  @Override
  public void ingestObservation(
      IngestObservationRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().ingest(IngestMapping.observation(request), caller()));
  }

  @Override
  public void ingestOutcome(IngestOutcomeRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().ingest(IngestMapping.outcome(request), caller()));
  }

  @Override
  public void ingestWorkingState(
      IngestWorkingStateRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().ingest(IngestMapping.workingState(request), caller()));
  }

  @Override
  public void ingestRecord(IngestRecordRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().ingest(IngestMapping.record(request), caller()));
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
  public void supersede(SupersedeRequest request, StreamObserver<MemoryRecordResponse> to) {
    revise(
        request,
        to,
        () ->
            engine
                .revision()
                .supersede(
                    request.getOldId(),
                    Fields.CODEC.decodeDraft("new_record", request.getNewRecord()),
                    RevisionMapping.mandate(request),
                    caller()));
  }

  @Override
  public void fork(ForkRequest request, StreamObserver<MemoryRecordResponse> to) {
    revise(
        request,
        to,
        () ->
            engine
                .revision()
                .fork(
                    request.getSourceId(),
                    Fields.CODEC.decodeDraft("forked_record", request.getForkedRecord()),
                    RevisionMapping.mandate(request),
                    caller()));
  }

  @Override
  public void merge(MergeRequest request, StreamObserver<MemoryRecordResponse> to) {
    revise(
        request,
        to,
        () ->
            engine
                .revision()
                .merge(
                    request.getIdsList(),
                    Fields.CODEC.decodeDraft("merged_record", request.getMergedRecord()),
                    RevisionMapping.mandate(request),
                    caller()));
  }

  @Override
  public void retract(RetractRequest request, StreamObserver<RetractResponse> to) {
    change(
        request,
        to,
        RetractResponse.getDefaultInstance(),
        () ->
            engine.revision().retract(request.getId(), RevisionMapping.mandate(request), caller()));
  }

  @Override
  public void contest(ContestRequest request, StreamObserver<ContestResponse> to) {
    change(
        request,
        to,
        ContestResponse.getDefaultInstance(),
        () ->
            engine
                .revision()
                .contest(
                    request.getId(),
                    request.getContestingRef(),
                    RevisionMapping.mandate(request),
                    caller()));
  }

  @Override
  public void reinforce(ReinforceRequest request, StreamObserver<ReinforceResponse> to) {
    change(
        request,
        to,
        ReinforceResponse.getDefaultInstance(),
        () ->
            engine.decay().reinforce(request.getId(), RevisionMapping.mandate(request), caller()));
  }

  @Override
  public void penalize(PenalizeRequest request, StreamObserver<PenalizeResponse> to) {
    change(
        request,
        to,
        PenalizeResponse.getDefaultInstance(),
        () ->
            engine
                .decay()
                .penalize(
                    request.getId(),
                    request.getAmount(),
                    RevisionMapping.mandate(request),
                    caller()));
  }

  @Override
  public void delete(DeleteRequest request, StreamObserver<DeleteResponse> to) {
    change(request, to, DeleteResponse.getDefaultInstance(), () -> delete(request));
  }

  private void delete(DeleteRequest request) {
    Mandate mandate = RevisionMapping.mandate(request);
    if (request.getOverridePolicy()) {
      engine.decay().deleteOverridingPolicy(request.getId(), mandate, caller());
    } else {
      engine.decay().delete(request.getId(), mandate, caller());
    }
  }

  @Override
  public void getAuditLog(GetAuditLogRequest request, StreamObserver<GetAuditLogResponse> to) {
    answer(
        request,
        to,
        () ->
            RevisionMapping.response(
                engine.audit().log(request.getId(), RevisionMapping.trust(request), caller())));
  }

  @Override
  public void getMetrics(GetMetricsRequest request, StreamObserver<MetricsResponse> to) {
    answer(
        request, to, () -> RetrieveMapping.metrics(engine.metrics().snapshot(caller()).toJson()));
  }

  @Override
  public void runConsolidation(
      RunConsolidationRequest request, StreamObserver<RunConsolidationResponse> to) {
    answer(request, to, () -> RetrieveMapping.consolidation(engine.consolidation().run(caller())));
  }

  private static Caller caller() {
    return CurrentCaller.get();
  }

  private IngestionService ingestion() {
    return engine.ingestion();
  }

  private void ingest(
      Message request, StreamObserver<IngestResponse> to, Supplier<IngestAnswer> work) {
    answer(request, to, () -> IngestMapping.response(work.get()));
  }

  private void revise(
      Message request, StreamObserver<MemoryRecordResponse> to, Supplier<RecordView> work) {
    answer(request, to, () -> RetrieveMapping.response(work.get()));
  }

  private <A> void change(Message request, StreamObserver<A> to, A done, Runnable work) {
    answer(
        request,
        to,
        () -> {
          work.run();
          return done;
        });
  }

  private <A> void answer(Message request, StreamObserver<A> to, Supplier<A> work) {
    if (Context.current().isCancelled()) {
      return; // Whoever asked is gone, or the deadline is over: better not begun than half wanted.
    }
    RequestLimits.check(request);
    A answer = limit.hold(request, work);
    if (!((ServerCallStreamObserver<A>) to).isCancelled()) {
      to.onNext(answer);
      to.onCompleted();
    }
  }
}
