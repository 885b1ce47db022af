package dev.membrane.protocol;

import com.google.protobuf.Internal;
import com.google.protobuf.Message;
import dev.membrane.IngestAnswer;
import dev.membrane.RetrieveAnswer;
import dev.membrane.Revision;
import dev.membrane.grpc.v1.ContestRequest;
import dev.membrane.grpc.v1.ContestResponse;
import dev.membrane.grpc.v1.DeleteEpisodeRequest;
import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.DeleteResponse;
import dev.membrane.grpc.v1.EraseRequest;
import dev.membrane.grpc.v1.ForkRequest;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.GetHistoryRequest;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.GetVersionDiffRequest;
import dev.membrane.grpc.v1.IngestBatchRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestOutcomeRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.IngestToolOutputRequest;
import dev.membrane.grpc.v1.IngestWorkingStateRequest;
import dev.membrane.grpc.v1.ListEpisodesRequest;
import dev.membrane.grpc.v1.ListJobsRequest;
import dev.membrane.grpc.v1.ListRecordsRequest;
import dev.membrane.grpc.v1.ListRelationsRequest;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.ListSkillsRequest;
import dev.membrane.grpc.v1.MergeRequest;
import dev.membrane.grpc.v1.PenalizeRequest;
import dev.membrane.grpc.v1.PenalizeResponse;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.ReinforceResponse;
import dev.membrane.grpc.v1.ReplayRetrievalRequest;
import dev.membrane.grpc.v1.RetractRequest;
import dev.membrane.grpc.v1.RetractResponse;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveEpisodeRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.grpc.v1.SupersedeRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Admission;
import dev.membrane.spi.AuditLink;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Does the calls of {@code membrane.v1.MembraneService}, whatever the transport: it checks limits,
 * translates the request, makes one call of the engine, and translates the answer. A transport
 * decodes the request, asks the {@link dev.membrane.server.Gate} for an admission, and encodes the
 * answer. Thread-safe.
 */
public final class MembraneCalls {

  /** The most bytes of a request. */
  public static final int MAX_REQUEST_BYTES = 24 * 1024 * 1024;

  private final WeightLimit limit = new WeightLimit(RequestByteLimit.SHARE_OF_HEAP);
  private final Map<String, CallHandler<?>> calls = new HashMap<>();

  /** The calls of one transport, which bounds what its requests hold in memory. */
  public MembraneCalls() {
    addIngestion();
    addBatch();
    addReading();
    addListing();
    addRevision();
    addRemoval();
    addDecay();
    addOperation();
  }

  /** The names of the calls that there are; the service may declare more. */
  public Set<String> names() {
    return Collections.unmodifiableSet(calls.keySet());
  }

  /**
   * An empty request of a call.
   *
   * @throws IllegalArgumentException if there is no such call
   */
  public Message request(String name) {
    return Internal.getDefaultInstance(find(name).type());
  }

  /**
   * Does one call and returns the answer that the service declares. {@link CallFailures} turns
   * whatever it throws into a failure for the caller.
   *
   * @param name of the call, one of {@link #names()}
   * @param request of the type that the service declares
   * @throws IllegalArgumentException if there is no such call
   */
  public Message answer(String name, Message request, Admission by) {
    CallHandler<?> call = find(name);
    if (!(request instanceof IngestBatchRequest)) { // Its items are checked one by one.
      RequestLimits.check(request);
    }
    return limit.hold(request, () -> call.answer(request, by));
  }

  /**
   * Takes in what waits in a stream.
   *
   * @return the answers to all items, numbered from 0
   */
  List<IngestItemResponse> ingest(List<IngestItem> items, Admission by) {
    IngestBatchRequest group = IngestBatchRequest.newBuilder().addAllItems(items).build();
    return limit.hold(group, () -> IngestItems.ingest(items, false, by));
  }

  private CallHandler<?> find(String name) {
    CallHandler<?> call = calls.get(name);
    if (call == null) {
      throw new IllegalArgumentException("no call " + name);
    }
    return call;
  }

  private record CallHandler<Q extends Message>(
      Class<Q> type, BiFunction<Q, Admission, ? extends Message> work) {

    Message answer(Message request, Admission by) {
      return work.apply(type.cast(request), by);
    }
  }

  private void addIngestion() {
    ingest(
        "IngestEvent",
        IngestEventRequest.class,
        (request, by) ->
            by.membrane().ingestion().event(IngestMapping.event(request, by.caller())));
    ingest(
        "IngestToolOutput",
        IngestToolOutputRequest.class,
        (request, by) ->
            by.membrane().ingestion().toolOutput(IngestMapping.toolOutput(request, by.caller())));
    ingest(
        "IngestObservation",
        IngestObservationRequest.class,
        (request, by) ->
            by.membrane().ingestion().observe(IngestMapping.observation(request, by.caller())));
    ingest(
        "IngestOutcome",
        IngestOutcomeRequest.class,
        (request, by) -> by.membrane().ingestion().outcome(IngestMapping.outcome(request)));
    ingest(
        "IngestWorkingState",
        IngestWorkingStateRequest.class,
        (request, by) ->
            by.membrane()
                .ingestion()
                .workingState(IngestMapping.workingState(request, by.caller())));
    ingest(
        "IngestRecord",
        IngestRecordRequest.class,
        (request, by) ->
            by.membrane().ingestion().record(IngestMapping.record(request, by.caller())));
  }

  private void addBatch() {
    call("IngestBatch", IngestBatchRequest.class, IngestItems::batch);
  }

  private void addReading() {
    call("Retrieve", RetrieveRequest.class, MembraneCalls::retrieve);
    call(
        "RetrieveByID",
        RetrieveByIDRequest.class,
        (request, by) ->
            RetrieveMapping.response(
                RetrieveMapping.byId(request, by.membrane().retrieval(), by.caller())));
    call(
        "RetrieveEpisode",
        RetrieveEpisodeRequest.class,
        (request, by) ->
            EpisodeMapping.response(
                by.membrane().retrieval().episode(EpisodeMapping.request(request))));
    call(
        "GetAuditLog",
        GetAuditLogRequest.class,
        (request, by) -> RevisionMapping.response(auditLog(request, by)));
    call(
        "GetHistory",
        GetHistoryRequest.class,
        (request, by) -> HistoryMapping.response(request, by.membrane().audit()));
    call(
        "GetVersionDiff",
        GetVersionDiffRequest.class,
        (request, by) -> HistoryMapping.diff(request, by.membrane().audit()));
    call(
        "ReplayRetrieval",
        ReplayRetrievalRequest.class,
        (request, by) ->
            ReplayMapping.response(by.membrane().retrieval().replay(request.getReceiptId())));
  }

  private void addListing() {
    call(
        "ListRecords",
        ListRecordsRequest.class,
        (request, by) -> ListMapping.records(request, by.membrane().listing()));
    call(
        "ListRelations",
        ListRelationsRequest.class,
        (request, by) -> ListMapping.relations(request, by.membrane().listing()));
    call(
        "ListEpisodes",
        ListEpisodesRequest.class,
        (request, by) -> ListMapping.episodes(request, by.membrane().listing()));
    call(
        "ListSkills",
        ListSkillsRequest.class,
        (request, by) -> ListMapping.skills(request, by.membrane().listing()));
    call(
        "ListScopes",
        ListScopesRequest.class,
        (request, by) -> ListMapping.scopes(request, by.membrane().listing()));
    call(
        "ListJobs",
        ListJobsRequest.class,
        (request, by) -> ListMapping.jobs(by.membrane().maintenance().jobs()));
  }

  private void addRevision() {
    revise(
        "Supersede",
        SupersedeRequest.class,
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .supersede(
                    request.getOldId(),
                    Fields.draft("new_record", request.getNewRecord()),
                    request.getRationale()));
    revise(
        "Fork",
        ForkRequest.class,
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .fork(
                    request.getSourceId(),
                    Fields.draft("forked_record", request.getForkedRecord()),
                    request.getRationale()));
    revise("Merge", MergeRequest.class, MembraneCalls::merge);
    change(
        "Retract",
        RetractRequest.class,
        RetractResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .retract(request.getId(), request.getRationale()));
    change(
        "Contest",
        ContestRequest.class,
        ContestResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .contest(request.getId(), request.getContestingRef(), request.getRationale()));
  }

  private void addRemoval() {
    change(
        "Delete", DeleteRequest.class, DeleteResponse.getDefaultInstance(), MembraneCalls::delete);
    call(
        "DeleteEpisode",
        DeleteEpisodeRequest.class,
        (request, by) ->
            EpisodeMapping.response(
                revision(by, "", request.hasTrust(), request.getTrust())
                    .deleteEpisode(
                        request.getEpisode(),
                        EpisodeMapping.scope(request.getScope(), request.getUnscoped()),
                        request.getReason())));
    call(
        "Erase",
        EraseRequest.class,
        (request, by) ->
            EraseMapping.response(
                revision(by, "", request.hasTrust(), request.getTrust())
                    .erase(EraseMapping.request(request))));
  }

  private void addDecay() {
    change(
        "Reinforce",
        ReinforceRequest.class,
        ReinforceResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .reinforce(request.getId(), request.getRationale()));
    change(
        "Penalize",
        PenalizeRequest.class,
        PenalizeResponse.getDefaultInstance(),
        (request, by) ->
            revision(by, request.getActor(), request.hasTrust(), request.getTrust())
                .penalize(request.getId(), request.getAmount(), request.getRationale()));
  }

  private void addOperation() {
    call(
        "GetMetrics",
        GetMetricsRequest.class,
        (request, by) -> RetrieveMapping.metrics(by.membrane().metrics().toJson()));
    call(
        "RunConsolidation",
        RunConsolidationRequest.class,
        (request, by) -> RetrieveMapping.consolidation(by.membrane().maintenance().consolidate()));
  }

  private static Message retrieve(RetrieveRequest request, Admission by) {
    dev.membrane.RetrieveRequest question = RetrieveMapping.request(request);
    RetrieveAnswer answer = by.membrane().retrieval().retrieve(question);
    return RetrieveMapping.response(answer, question.view());
  }

  private static RecordView merge(MergeRequest request, Admission by) {
    if (request.getIdsCount() == 0) {
      throw ValidationException.worded("ids", "ids must not be empty");
    }
    return revision(by, request.getActor(), request.hasTrust(), request.getTrust())
        .merge(
            request.getIdsList(),
            Fields.draft("merged_record", request.getMergedRecord()),
            request.getRationale());
  }

  private static void delete(DeleteRequest request, Admission by) {
    Revision revision = revision(by, "", request.hasTrust(), request.getTrust());
    if (request.getOverridePolicy()) {
      revision.deleteOverridingPolicy(request.getId(), request.getReason());
    } else {
      revision.delete(request.getId(), request.getReason());
    }
  }

  private static Revision revision(
      Admission by, String actor, boolean isNarrowed, TrustContext trust) {
    Revision whole = by.actingFor(actor).revision();
    return isNarrowed ? whole.under(RetrieveMapping.trust(trust)) : whole;
  }

  private static List<AuditLink> auditLog(GetAuditLogRequest request, Admission by) {
    return request.hasTrust()
        ? by.membrane().audit().of(request.getId(), RetrieveMapping.trust(request.getTrust()))
        : by.membrane().audit().of(request.getId());
  }

  private <Q extends Message> void ingest(
      String name, Class<Q> type, BiFunction<Q, Admission, IngestAnswer> work) {
    call(name, type, (request, by) -> IngestMapping.response(work.apply(request, by)));
  }

  private <Q extends Message> void revise(
      String name, Class<Q> type, BiFunction<Q, Admission, RecordView> work) {
    call(name, type, (request, by) -> RetrieveMapping.response(work.apply(request, by)));
  }

  private <Q extends Message> void change(
      String name, Class<Q> type, Message done, BiConsumer<Q, Admission> work) {
    call(
        name,
        type,
        (request, by) -> {
          work.accept(request, by);
          return done;
        });
  }

  private <Q extends Message> void call(
      String name, Class<Q> type, BiFunction<Q, Admission, ? extends Message> work) {
    calls.put(name, new CallHandler<>(type, work));
  }
}
