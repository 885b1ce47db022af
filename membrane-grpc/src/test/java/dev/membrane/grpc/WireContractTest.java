package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.membrane.grpc.v1.MembraneProto;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Names and numbers are what clients were generated from: they may be added to, never changed. */
class WireContractTest {

  private static final FileDescriptor FILE = MembraneProto.getDescriptor();

  private static final String MESSAGES =
      """
      IngestEventRequest: source 1, event_kind 2, ref 3, summary 4, timestamp 5, tags* 6, scope 7, \
      sensitivity 8, episode 20, idempotency_key 21, data 23, deletion_policy 24, unscoped 25 bool
      IngestToolOutputRequest: source 1, tool_name 2, args 3, result 4, depends_on* 5, timestamp 6, \
      tags* 7, scope 8, sensitivity 9, episode 20, idempotency_key 21, effect 22, data 23, \
      deletion_policy 24, unscoped 25 bool
      IngestObservationRequest: source 1, subject 2, predicate 3, object 4, timestamp 5, tags* 6, \
      scope 7, sensitivity 8, idempotency_key 21, if_known 22, on_conflict 23, unscoped 25 bool
      IngestOutcomeRequest: source 1, target_record_id 2, outcome_status 3, timestamp 4, \
      idempotency_key 21, used_record_ids* 22
      IngestWorkingStateRequest: source 1, thread_id 2, state 3, next_actions* 4, \
      open_questions* 5, context_summary 6, active_constraints 7, timestamp 8, tags* 9, scope 10, \
      sensitivity 11, idempotency_key 21, unscoped 25 bool
      IngestRecordRequest: record 1, source 2, idempotency_key 21, unscoped 25 bool
      IngestResponse: record 1 bytes, result 20, conflicts* 21, withdrawn 22, skipped* 23
      IngestItem: event 1 IngestEventRequest, tool_output 2 IngestToolOutputRequest, \
      observation 3 IngestObservationRequest, outcome 4 IngestOutcomeRequest, \
      working_state 5 IngestWorkingStateRequest, record 6 IngestRecordRequest
      IngestBatchRequest: items* 1 IngestItem, all_or_nothing 2 bool
      IngestBatchResponse: items* 1 IngestItemResponse
      IngestItemResponse: number 1 int64, answer 2 IngestResponse, error 3 IngestItemError
      IngestItemError: code 1, message 2, field 3
      MemoryRecordResponse: record 1 bytes
      TrustContext: max_sensitivity 1, authenticated 2 bool, actor_id 3, scopes* 4
      RetrieveRequest: task_descriptor 1, trust 2 TrustContext, memory_types* 3, \
      min_salience 4 double, limit 5 int32, include_retracted 20 bool, as_of 21, tags* 22, \
      thread_id 23, explain 24 bool, context 25, valid_at 26, episode 27, receipt 28 bool, \
      view 29, max_tokens 30 int32, wait_for_embeddings_ms 31 int32, now 32, matching_only 33 bool
      RetrieveResponse: records* 1 bytes, selection 2 bytes, explanations* 20 bytes, \
      truncated 21 bool, text 22, receipt_id 23, scores* 24 double
      RetrieveByIDRequest: id 1, trust 2 TrustContext, as_of 20
      SupersedeRequest: old_id 1, new_record 2, actor 3, rationale 4, trust 20 TrustContext
      ForkRequest: source_id 1, forked_record 2, actor 3, rationale 4, trust 20 TrustContext
      MergeRequest: ids* 1, merged_record 2, actor 3, rationale 4, trust 20 TrustContext
      RetractRequest: id 1, actor 2, rationale 3, trust 20 TrustContext
      RetractResponse:
      ContestRequest: id 1, contesting_ref 2, actor 3, rationale 4, trust 20 TrustContext
      ContestResponse:
      ReinforceRequest: id 1, actor 2, rationale 3, trust 20 TrustContext
      ReinforceResponse:
      PenalizeRequest: id 1, amount 2 double, actor 3, rationale 4, trust 20 TrustContext
      PenalizeResponse:
      GetMetricsRequest:
      MetricsResponse: snapshot 1 bytes
      DeleteRequest: id 1, reason 2, trust 20 TrustContext, override_policy 21 bool
      DeleteResponse:
      DeleteEpisodeRequest: episode 1, scope 2, reason 3, trust 20 TrustContext, unscoped 21 bool
      DeleteEpisodeResponse: record_ids* 1
      EraseRequest: ids* 1, scope 2, subject 3, reason 4, dry_run 5 bool, trust 20 TrustContext, override_policy 21 bool
      EraseResponse: report 1 bytes
      GetAuditLogRequest: id 1, trust 2 TrustContext
      GetAuditLogResponse: entries* 1 bytes
      GetHistoryRequest: id 1, trust 2 TrustContext, page_size 3 int32, cursor 4
      GetHistoryResponse: versions* 1 bytes, next_cursor 2
      GetVersionDiffRequest: id 1, from 2 int64, to 3 int64, trust 20 TrustContext
      GetVersionDiffResponse: from 1 int64, to 2 int64, changes* 3 FieldChange
      FieldChange: path 1, before 2 bytes, after 3 bytes
      ReplayRetrievalRequest: receipt_id 1
      ReplayRetrievalResponse: at 1, principal 2, request 3 RetrieveRequest, records* 4 ReplayedRecord, withheld 5 int32, selection 6 ReplayedSelection, refusal 7, selection_now 8 ReplayedSelection
      ReplayedSelection: selected* 1 ReplayedProcedure, confidence 2 double, needs_more 3 bool
      ReplayedProcedure: id 1, score 2 double, version 3 int64, difference 4
      ReplayedRecord: id 1, then 2 AnswerPlace, now 3 AnswerPlace, difference 4
      AnswerPlace: rank 1 int32, score 2 double, version 3 int64
      RunConsolidationRequest: again 1, scope 2
      RunConsolidationResponse: result 1 bytes
      ListRecordsRequest: memory_types* 1, tags* 2, thread_id 3, include_retracted 4 bool, created_from 5, created_until 6, updated_from 7, updated_until 8, page_size 9 int32, cursor 10, as_of 11, trust 20 TrustContext
      ListRecordsResponse: records* 1 bytes, next_cursor 2
      ListRelationsRequest: id 1, page_size 2 int32, cursor 3, trust 20 TrustContext
      ListRelationsResponse: relations* 1 RelationEntry, next_cursor 2
      RelationEntry: source_id 1, predicate 2, target_id 3, weight 4 double, created_at 5
      ListEpisodesRequest: episode 1, page_size 2 int32, cursor 3, trust 20 TrustContext
      ListEpisodesResponse: episodes* 1 EpisodeEntry, next_cursor 2
      EpisodeEntry: episode 1, scope 2, record_ids* 3, started_at 4, updated_at 5, events 6 int32, tool_calls 7 int32, outcome 8
      RetrieveEpisodeRequest: episode 1, scope 2, newest_first 3 bool, page_size 4 int32, cursor 5, trust 20 TrustContext, unscoped 21 bool
      RetrieveEpisodeResponse: events* 1 EpisodeEvent, next_cursor 2, record_ids* 3, outcome 4
      EpisodeEvent: record_id 1, event 2 bytes, tool 3 bytes
      ListSkillsRequest: name 1, include_stopped 2 bool, page_size 3 int32, cursor 4, record_id 5, trust 20 TrustContext
      ListSkillsResponse: skills* 1 SkillEntry, next_cursor 2
      SkillEntry: name 1, description 2, record_id 3, type 4, scope 5, trials 6 int64, successes 7 int64, claimed 8 bool, last_used_at 9, last_success_at 10, stopped_working 11 bool, text 12
      ListScopesRequest: page_size 1 int32, cursor 2, trust 20 TrustContext
      ListScopesResponse: scopes* 1 ScopeEntry, next_cursor 2
      ScopeEntry: scope 1, records 2 int64
      ListJobsRequest:
      ListJobsResponse: queues* 1 JobQueue, runs* 2 JobRun
      JobQueue: name 1, length 2 int64, oldest_due 3, failures 4 int64, retried 5 int64, set_aside 6 bool
      JobRun: name 1, ended_at 2, seconds 3 double, result 4
      """;

  private static final String CALLS =
      """
      IngestEvent IngestEventRequest IngestResponse
      IngestToolOutput IngestToolOutputRequest IngestResponse
      IngestObservation IngestObservationRequest IngestResponse
      IngestOutcome IngestOutcomeRequest IngestResponse
      IngestWorkingState IngestWorkingStateRequest IngestResponse
      IngestRecord IngestRecordRequest IngestResponse
      IngestBatch IngestBatchRequest IngestBatchResponse
      IngestStream IngestItem IngestItemResponse
      Retrieve RetrieveRequest RetrieveResponse
      RetrieveByID RetrieveByIDRequest MemoryRecordResponse
      RetrieveEpisode RetrieveEpisodeRequest RetrieveEpisodeResponse
      Supersede SupersedeRequest MemoryRecordResponse
      Fork ForkRequest MemoryRecordResponse
      Retract RetractRequest RetractResponse
      Merge MergeRequest MemoryRecordResponse
      Contest ContestRequest ContestResponse
      Reinforce ReinforceRequest ReinforceResponse
      Penalize PenalizeRequest PenalizeResponse
      GetMetrics GetMetricsRequest MetricsResponse
      Delete DeleteRequest DeleteResponse
      DeleteEpisode DeleteEpisodeRequest DeleteEpisodeResponse
      Erase EraseRequest EraseResponse
      GetAuditLog GetAuditLogRequest GetAuditLogResponse
      GetHistory GetHistoryRequest GetHistoryResponse
      GetVersionDiff GetVersionDiffRequest GetVersionDiffResponse
      ReplayRetrieval ReplayRetrievalRequest ReplayRetrievalResponse
      RunConsolidation RunConsolidationRequest RunConsolidationResponse
      ListRecords ListRecordsRequest ListRecordsResponse
      ListRelations ListRelationsRequest ListRelationsResponse
      ListEpisodes ListEpisodesRequest ListEpisodesResponse
      ListSkills ListSkillsRequest ListSkillsResponse
      ListScopes ListScopesRequest ListScopesResponse
      ListJobs ListJobsRequest ListJobsResponse
      """;

  @Test
  void every_field_keeps_its_name_number_and_type() {
    String messages =
        FILE.getMessageTypes().stream()
            .map(WireContractTest::line)
            .collect(Collectors.joining("\n", "", "\n"));
    assertThat(messages).isEqualTo(MESSAGES);
  }

  @Test
  void every_call_keeps_its_name_and_messages_and_but_one_is_unary() {
    assertThat(FILE.getServices())
        .singleElement()
        .satisfies(
            service -> {
              assertThat(service.getFullName()).isEqualTo("membrane.v1.MembraneService");
              assertThat(service.getMethods())
                  .filteredOn(call -> call.isClientStreaming() || call.isServerStreaming())
                  .extracting(call -> call.getName())
                  .containsExactly("IngestStream");
              assertThat(
                      service.getMethods().stream()
                          .map(
                              call ->
                                  call.getName()
                                      + " "
                                      + call.getInputType().getName()
                                      + " "
                                      + call.getOutputType().getName())
                          .collect(Collectors.joining("\n", "", "\n")))
                  .isEqualTo(CALLS);
            });
  }

  private static String line(Descriptor message) {
    String fields =
        message.getFields().stream().map(WireContractTest::field).collect(Collectors.joining(", "));
    return fields.isEmpty() ? message.getName() + ":" : message.getName() + ": " + fields;
  }

  /** A star stands for a list; a field without a type is a string. */
  private static String field(FieldDescriptor field) {
    String type =
        switch (field.getType()) {
          case STRING -> "";
          case MESSAGE -> " " + field.getMessageType().getName();
          default -> " " + field.getType().name().toLowerCase(Locale.ROOT);
        };
    return field.getName() + (field.isRepeated() ? "*" : "") + " " + field.getNumber() + type;
  }
}
