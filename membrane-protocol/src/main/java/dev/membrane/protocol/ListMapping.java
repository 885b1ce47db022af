package dev.membrane.protocol;

import dev.membrane.JobsReport;
import dev.membrane.JobsReport.LastRun;
import dev.membrane.JobsReport.Queue;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.Listing.Edge;
import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.grpc.v1.EpisodeEntry;
import dev.membrane.grpc.v1.JobQueue;
import dev.membrane.grpc.v1.JobRun;
import dev.membrane.grpc.v1.ListEpisodesRequest;
import dev.membrane.grpc.v1.ListEpisodesResponse;
import dev.membrane.grpc.v1.ListJobsResponse;
import dev.membrane.grpc.v1.ListRecordsResponse;
import dev.membrane.grpc.v1.ListRelationsRequest;
import dev.membrane.grpc.v1.ListRelationsResponse;
import dev.membrane.grpc.v1.ListScopesRequest;
import dev.membrane.grpc.v1.ListScopesResponse;
import dev.membrane.grpc.v1.ListSkillsResponse;
import dev.membrane.grpc.v1.RelationEntry;
import dev.membrane.grpc.v1.ScopeEntry;
import dev.membrane.grpc.v1.SkillEntry;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Translates the requests for lists for the engine, and its pages into messages. */
final class ListMapping {

  private ListMapping() {}

  static ListRecordsResponse records(
      dev.membrane.grpc.v1.ListRecordsRequest from, Listing listing) {
    Page<RecordView> page = listing.records(request(from));
    ListRecordsResponse.Builder response =
        ListRecordsResponse.newBuilder().setNextCursor(page.nextCursor());
    page.items().forEach(record -> response.addRecords(Fields.bytes(record)));
    return response.build();
  }

  static ListRelationsResponse relations(ListRelationsRequest from, Listing listing) {
    PageRequest page = page(from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor());
    Page<Edge> found = listing.relations(from.getId(), page);
    ListRelationsResponse.Builder response =
        ListRelationsResponse.newBuilder().setNextCursor(found.nextCursor());
    found.items().forEach(edge -> response.addRelations(entry(edge)));
    return response.build();
  }

  static ListEpisodesResponse episodes(ListEpisodesRequest from, Listing listing) {
    PageRequest page = page(from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor());
    Page<EpisodeSummary> found = listing.episodes(Fields.text(from.getEpisode()), page);
    ListEpisodesResponse.Builder response =
        ListEpisodesResponse.newBuilder().setNextCursor(found.nextCursor());
    found.items().forEach(episode -> response.addEpisodes(entry(episode)));
    return response.build();
  }

  static ListSkillsResponse skills(dev.membrane.grpc.v1.ListSkillsRequest from, Listing listing) {
    ListSkillsRequest request =
        ListSkillsRequest.builder()
            .name(from.getName())
            .recordId(from.getRecordId())
            .includeStopped(from.getIncludeStopped())
            .page(page(from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor()))
            .build();
    Page<AgentSkill> found = listing.skills(request);
    ListSkillsResponse.Builder response =
        ListSkillsResponse.newBuilder().setNextCursor(found.nextCursor());
    found.items().forEach(skill -> response.addSkills(entry(skill)));
    return response.build();
  }

  static ListScopesResponse scopes(ListScopesRequest from, Listing listing) {
    Page<ScopeCount> found =
        listing.scopes(
            page(from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor()));
    ListScopesResponse.Builder response =
        ListScopesResponse.newBuilder().setNextCursor(found.nextCursor());
    found
        .items()
        .forEach(
            scope ->
                response.addScopes(
                    ScopeEntry.newBuilder()
                        .setScope(Objects.requireNonNullElse(scope.scope(), ""))
                        .setRecords(scope.records())));
    return response.build();
  }

  static ListJobsResponse jobs(JobsReport report) {
    ListJobsResponse.Builder response = ListJobsResponse.newBuilder();
    report.queues().forEach(queue -> response.addQueues(queue(queue)));
    report.runs().forEach(run -> response.addRuns(run(run)));
    return response.build();
  }

  private static JobQueue queue(Queue queue) {
    return JobQueue.newBuilder()
        .setName(queue.name())
        .setLength(queue.length())
        .setOldestDue(queue.oldestDue().toString())
        .setFailures(queue.failures())
        .setRetried(queue.retried())
        .setSetAside(queue.setAside())
        .build();
  }

  private static JobRun run(LastRun run) {
    return JobRun.newBuilder()
        .setName(run.name())
        .setEndedAt(run.endedAt().toString())
        .setSeconds(run.took().toNanos() / 1e9)
        .setResult(run.result())
        .build();
  }

  private static EpisodeEntry entry(EpisodeSummary episode) {
    EpisodeEntry.Builder entry =
        EpisodeEntry.newBuilder()
            .setEpisode(episode.key())
            .addAllRecordIds(episode.recordIds())
            .setStartedAt(episode.startedAt().toString())
            .setUpdatedAt(episode.updatedAt().toString())
            .setEvents(episode.events())
            .setToolCalls(episode.toolCalls());
    Fields.set(episode.scope(), entry::setScope);
    if (episode.outcome() != null) {
      entry.setOutcome(episode.outcome().wireName());
    }
    return entry.build();
  }

  private static SkillEntry entry(AgentSkill skill) {
    SkillEntry.Builder entry =
        SkillEntry.newBuilder()
            .setName(skill.name())
            .setDescription(skill.description())
            .setRecordId(skill.recordId())
            .setType(skill.type().wireName())
            .setTrials(skill.trials())
            .setSuccesses(skill.successes())
            .setClaimed(skill.claimed())
            .setStoppedWorking(skill.stoppedWorking())
            .setText(skill.text());
    Fields.set(skill.scope(), entry::setScope);
    Fields.set(text(skill.lastUsedAt()), entry::setLastUsedAt);
    Fields.set(text(skill.lastSuccessAt()), entry::setLastSuccessAt);
    return entry.build();
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static RelationEntry entry(Edge edge) {
    Relation relation = edge.relation();
    RelationEntry.Builder entry =
        RelationEntry.newBuilder()
            .setSourceId(edge.sourceId())
            .setPredicate(relation.predicate())
            .setTargetId(relation.targetId());
    Fields.set(relation.weight(), entry::setWeight);
    if (relation.createdAt() != null) {
      entry.setCreatedAt(relation.createdAt().toString());
    }
    return entry.build();
  }

  static PageRequest page(boolean isNarrowed, TrustContext trust, int pageSize, String cursor) {
    PageRequest page = PageRequest.FIRST.ofSize(pageSize).after(cursor);
    return isNarrowed ? page.under(RetrieveMapping.trust(trust)) : page;
  }

  private static ListRecordsRequest request(dev.membrane.grpc.v1.ListRecordsRequest from) {
    ListRecordsRequest.Builder request =
        ListRecordsRequest.builder()
            .memoryTypes(RetrieveMapping.types(from.getMemoryTypesList()))
            .includeRetracted(from.getIncludeRetracted())
            .tags(from.getTagsList())
            .page(page(from.hasTrust(), from.getTrust(), from.getPageSize(), from.getCursor()));
    Fields.set(Fields.text(from.getThreadId()), request::threadId);
    Fields.set(Fields.timestamp("created_from", from.getCreatedFrom()), request::createdFrom);
    Fields.set(Fields.timestamp("created_until", from.getCreatedUntil()), request::createdUntil);
    Fields.set(Fields.timestamp("updated_from", from.getUpdatedFrom()), request::updatedFrom);
    Fields.set(Fields.timestamp("as_of", from.getAsOf()), request::asOf);
    Fields.set(Fields.timestamp("updated_until", from.getUpdatedUntil()), request::updatedUntil);
    return request.build();
  }
}
