package dev.membrane.grpc;

import com.google.protobuf.Message;
import dev.membrane.Caller;
import dev.membrane.Decay;
import dev.membrane.IngestAnswer;
import dev.membrane.Ingestion;
import dev.membrane.Membrane;
import dev.membrane.Revision;
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
import dev.membrane.grpc.v1.ListJobsRequest;
import dev.membrane.grpc.v1.ListJobsResponse;
import dev.membrane.grpc.v1.ListRecordsRequest;
import dev.membrane.grpc.v1.ListRecordsResponse;
import dev.membrane.grpc.v1.ListRelationsRequest;
import dev.membrane.grpc.v1.ListRelationsResponse;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.ListScopesResponse;
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
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.AuditLink;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Supplier;

/**
 * The engine as a gRPC service: limits, translation, one call of the engine, translation back.
 * Exceptions go up to {@link Supervision}. A call that is not overridden answers UNIMPLEMENTED.
 * Thread-safe.
 */
final class MembraneGrpcService extends MembraneServiceImplBase {

  /** Decoded, checked, encoded and bound to a statement, a request is there some ten times. */
  private static final long MAX_WEIGHT = Runtime.getRuntime().maxMemory() / 16;

  private final WeightLimit limit = new WeightLimit(MAX_WEIGHT);

  @Override
  public void ingestEvent(IngestEventRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().event(IngestMapping.event(request, caller())));
  }

  @Override
  public void ingestToolOutput(IngestToolOutputRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().toolOutput(IngestMapping.toolOutput(request, caller())));
  }

  @Override
  public void ingestObservation(
      IngestObservationRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().observe(IngestMapping.observation(request, caller())));
  }

  @Override
  public void ingestOutcome(IngestOutcomeRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().outcome(IngestMapping.outcome(request)));
  }

  @Override
  public void ingestWorkingState(
      IngestWorkingStateRequest request, StreamObserver<IngestResponse> to) {
    ingest(
        request, to, () -> ingestion().workingState(IngestMapping.workingState(request, caller())));
  }

  @Override
  public void ingestRecord(IngestRecordRequest request, StreamObserver<IngestResponse> to) {
    ingest(request, to, () -> ingestion().record(IngestMapping.record(request, caller())));
  }

  @Override
  public void retrieve(RetrieveRequest request, StreamObserver<RetrieveResponse> to) {
    answer(
        request,
        to,
        () -> {
          dev.membrane.RetrieveRequest question = RetrieveMapping.request(request);
          return RetrieveMapping.response(
              membrane().retrieval().retrieve(question), question.view());
        });
  }

  @Override
  public void retrieveByID(RetrieveByIDRequest request, StreamObserver<MemoryRecordResponse> to) {
    answer(
        request,
        to,
        () ->
            RetrieveMapping.response(
                membrane()
                    .retrieval()
                    .byId(request.getId(), RetrieveMapping.trust(request, caller()))));
  }

  @Override
  public void supersede(SupersedeRequest request, StreamObserver<MemoryRecordResponse> to) {
    revise(
        request,
        to,
        () ->
            revision(request.getActor(), request.hasTrust(), request.getTrust())
                .supersede(
                    request.getOldId(),
                    Fields.CODEC.decodeDraft("new_record", request.getNewRecord()),
                    request.getRationale()));
  }

  @Override
  public void fork(ForkRequest request, StreamObserver<MemoryRecordResponse> to) {
    revise(
        request,
        to,
        () ->
            revision(request.getActor(), request.hasTrust(), request.getTrust())
                .fork(
                    request.getSourceId(),
                    Fields.CODEC.decodeDraft("forked_record", request.getForkedRecord()),
                    request.getRationale()));
  }

  @Override
  public void merge(MergeRequest request, StreamObserver<MemoryRecordResponse> to) {
    revise(
        request,
        to,
        () ->
            revision(request.getActor(), request.hasTrust(), request.getTrust())
                .merge(
                    request.getIdsList(),
                    Fields.CODEC.decodeDraft("merged_record", request.getMergedRecord()),
                    request.getRationale()));
  }

  @Override
  public void retract(RetractRequest request, StreamObserver<RetractResponse> to) {
    change(
        request,
        to,
        RetractResponse.getDefaultInstance(),
        () ->
            revision(request.getActor(), request.hasTrust(), request.getTrust())
                .retract(request.getId(), request.getRationale()));
  }

  @Override
  public void contest(ContestRequest request, StreamObserver<ContestResponse> to) {
    change(
        request,
        to,
        ContestResponse.getDefaultInstance(),
        () ->
            revision(request.getActor(), request.hasTrust(), request.getTrust())
                .contest(request.getId(), request.getContestingRef(), request.getRationale()));
  }

  @Override
  public void reinforce(ReinforceRequest request, StreamObserver<ReinforceResponse> to) {
    change(
        request,
        to,
        ReinforceResponse.getDefaultInstance(),
        () ->
            decay(request.getActor(), request.hasTrust(), request.getTrust())
                .reinforce(request.getId(), request.getRationale()));
  }

  @Override
  public void penalize(PenalizeRequest request, StreamObserver<PenalizeResponse> to) {
    change(
        request,
        to,
        PenalizeResponse.getDefaultInstance(),
        () ->
            decay(request.getActor(), request.hasTrust(), request.getTrust())
                .penalize(request.getId(), request.getAmount(), request.getRationale()));
  }

  @Override
  public void delete(DeleteRequest request, StreamObserver<DeleteResponse> to) {
    change(request, to, DeleteResponse.getDefaultInstance(), () -> delete(request));
  }

  private void delete(DeleteRequest request) {
    Revision revision = revision("", request.hasTrust(), request.getTrust());
    if (request.getOverridePolicy()) {
      revision.deleteOverridingPolicy(request.getId(), request.getReason());
    } else {
      revision.delete(request.getId(), request.getReason());
    }
  }

  @Override
  public void getAuditLog(GetAuditLogRequest request, StreamObserver<GetAuditLogResponse> to) {
    answer(request, to, () -> RevisionMapping.response(auditLog(request)));
  }

  @Override
  public void getMetrics(GetMetricsRequest request, StreamObserver<MetricsResponse> to) {
    answer(request, to, () -> RetrieveMapping.metrics(membrane().metrics().snapshot().toJson()));
  }

  @Override
  public void runConsolidation(
      RunConsolidationRequest request, StreamObserver<RunConsolidationResponse> to) {
    answer(request, to, () -> RetrieveMapping.consolidation(membrane().consolidation().run()));
  }

  @Override
  public void listRecords(ListRecordsRequest request, StreamObserver<ListRecordsResponse> to) {
    answer(request, to, () -> ListMapping.records(request, membrane().listing()));
  }

  @Override
  public void listRelations(
      ListRelationsRequest request, StreamObserver<ListRelationsResponse> to) {
    answer(request, to, () -> ListMapping.relations(request, membrane().listing()));
  }

  @Override
  public void listScopes(ListScopesRequest request, StreamObserver<ListScopesResponse> to) {
    answer(request, to, () -> ListMapping.scopes(request, membrane().listing()));
  }

  @Override
  public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> to) {
    answer(request, to, () -> ListMapping.jobs(membrane().listing().jobs()));
  }

  private static Caller caller() {
    return CurrentAdmission.get().caller();
  }

  private Membrane membrane() {
    return CurrentAdmission.get().membrane();
  }

  private Ingestion ingestion() {
    return membrane().ingestion();
  }

  private Revision revision(String actor, boolean isNarrowed, TrustContext trust) {
    Revision whole = CurrentAdmission.get().actingFor(actor).revision();
    return isNarrowed ? whole.under(RetrieveMapping.trust(trust)) : whole;
  }

  private Decay decay(String actor, boolean isNarrowed, TrustContext trust) {
    Decay whole = CurrentAdmission.get().actingFor(actor).decay();
    return isNarrowed ? whole.under(RetrieveMapping.trust(trust)) : whole;
  }

  private List<AuditLink> auditLog(GetAuditLogRequest request) {
    return request.hasTrust()
        ? membrane().audit().of(request.getId(), RetrieveMapping.trust(request.getTrust()))
        : membrane().audit().of(request.getId());
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
