package dev.membrane.protocol;

import com.google.protobuf.Internal;
import com.google.protobuf.Message;
import dev.membrane.IngestAnswer;
import dev.membrane.RetrieveAnswer;
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
import dev.membrane.grpc.v1.ReplayRetrievalRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveEpisodeRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.RunConsolidationRequest;
import dev.membrane.server.Admission;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;
import java.util.Set;
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
  private final CallTable calls = new CallTable();

  /** The calls of one transport, which bounds what its requests hold in memory. */
  public MembraneCalls() {
    addIngestion();
    addBatch();
    addReading();
    addListing();
    RevisionCalls.addTo(calls);
    addOperation();
  }

  /** The names of the calls that there are; the service may declare more. */
  public Set<String> names() {
    return calls.names();
  }

  /**
   * An empty request of a call.
   *
   * @throws IllegalArgumentException if there is no such call
   */
  public Message request(String name) {
    return Internal.getDefaultInstance(calls.find(name).type());
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
    CallTable.CallHandler<?> call = calls.find(name);
    if (!(request instanceof IngestBatchRequest)) { // Its items are checked one by one.
      RequestLimits.check(request);
    }
    return limit.hold(by.account(), request, () -> call.answer(request, by));
  }

  /**
   * Takes in what waits in a stream.
   *
   * @return the answers to all items, numbered from 0
   */
  List<IngestItemResponse> ingest(List<IngestItem> items, Admission by) {
    IngestBatchRequest group = IngestBatchRequest.newBuilder().addAllItems(items).build();
    return limit.hold(by.account(), group, () -> IngestItems.ingest(items, false, by));
  }

  private void addIngestion() {
    ingest(
        "IngestEvent",
        IngestEventRequest.class,
        (request, by) -> by.memory().ingestion().event(IngestMapping.event(request, by.caller())));
    ingest(
        "IngestToolOutput",
        IngestToolOutputRequest.class,
        (request, by) ->
            by.memory().ingestion().toolOutput(IngestMapping.toolOutput(request, by.caller())));
    ingest(
        "IngestObservation",
        IngestObservationRequest.class,
        (request, by) ->
            by.memory().ingestion().observe(IngestMapping.observation(request, by.caller())));
    ingest(
        "IngestOutcome",
        IngestOutcomeRequest.class,
        (request, by) -> by.memory().ingestion().outcome(IngestMapping.outcome(request)));
    ingest(
        "IngestWorkingState",
        IngestWorkingStateRequest.class,
        (request, by) ->
            by.memory().ingestion().workingState(IngestMapping.workingState(request, by.caller())));
    ingest(
        "IngestRecord",
        IngestRecordRequest.class,
        (request, by) ->
            by.memory().ingestion().record(IngestMapping.record(request, by.caller())));
  }

  private void addBatch() {
    calls.add("IngestBatch", IngestBatchRequest.class, IngestItems::batch);
  }

  private void addReading() {
    calls.add("Retrieve", RetrieveRequest.class, MembraneCalls::retrieve);
    calls.add(
        "RetrieveByID",
        RetrieveByIDRequest.class,
        (request, by) ->
            RetrieveMapping.response(
                RetrieveMapping.byId(request, by.memory().retrieval(), by.caller())));
    calls.add(
        "RetrieveEpisode",
        RetrieveEpisodeRequest.class,
        (request, by) ->
            EpisodeMapping.response(
                by.memory().retrieval().episode(EpisodeMapping.request(request))));
    calls.add(
        "GetAuditLog",
        GetAuditLogRequest.class,
        (request, by) -> RevisionMapping.response(auditLog(request, by)));
    calls.add(
        "GetHistory",
        GetHistoryRequest.class,
        (request, by) -> HistoryMapping.response(request, by.memory().audit()));
    calls.add(
        "GetVersionDiff",
        GetVersionDiffRequest.class,
        (request, by) -> HistoryMapping.diff(request, by.memory().audit()));
    calls.add(
        "ReplayRetrieval",
        ReplayRetrievalRequest.class,
        (request, by) ->
            ReplayMapping.response(by.memory().retrieval().replay(request.getReceiptId())));
  }

  private void addListing() {
    calls.add(
        "ListRecords",
        ListRecordsRequest.class,
        (request, by) -> ListMapping.records(request, by.memory().listing()));
    calls.add(
        "ListRelations",
        ListRelationsRequest.class,
        (request, by) -> ListMapping.relations(request, by.memory().listing()));
    calls.add(
        "ListEpisodes",
        ListEpisodesRequest.class,
        (request, by) -> ListMapping.episodes(request, by.memory().listing()));
    calls.add(
        "ListSkills",
        ListSkillsRequest.class,
        (request, by) -> ListMapping.skills(request, by.memory().listing()));
    calls.add(
        "ListScopes",
        ListScopesRequest.class,
        (request, by) -> ListMapping.scopes(request, by.memory().listing()));
    calls.add(
        "ListJobs",
        ListJobsRequest.class,
        (request, by) -> ListMapping.jobs(by.memory().maintenance().jobs()));
  }

  private void addOperation() {
    calls.add(
        "GetMetrics",
        GetMetricsRequest.class,
        (request, by) -> RetrieveMapping.metrics(by.memory().metrics().toJson()));
    calls.add(
        "RunConsolidation",
        RunConsolidationRequest.class,
        (request, by) ->
            ConsolidationMapping.response(
                ConsolidationMapping.run(request, by.memory().maintenance())));
  }

  private static Message retrieve(RetrieveRequest request, Admission by) {
    dev.membrane.RetrieveRequest question = RetrieveMapping.request(request);
    RetrieveAnswer answer = by.memory().retrieval().retrieve(question);
    return RetrieveMapping.response(answer, question.view());
  }

  private static List<AuditLink> auditLog(GetAuditLogRequest request, Admission by) {
    return HistoryMapping.under(request.hasTrust(), request.getTrust(), by.memory().audit())
        .of(request.getId());
  }

  private <Q extends Message> void ingest(
      String name, Class<Q> type, BiFunction<Q, Admission, IngestAnswer> work) {
    calls.add(name, type, (request, by) -> IngestMapping.response(work.apply(request, by)));
  }
}
