package dev.membrane.client;

import dev.membrane.JobsReport;
import dev.membrane.Listing;
import dev.membrane.Page;
import dev.membrane.grpc.v1.EpisodeEntry;
import dev.membrane.grpc.v1.JobQueue;
import dev.membrane.grpc.v1.JobRun;
import dev.membrane.grpc.v1.ListEpisodesResponse;
import dev.membrane.grpc.v1.ListJobsResponse;
import dev.membrane.grpc.v1.ListRecordsResponse;
import dev.membrane.grpc.v1.ListRelationsResponse;
import dev.membrane.grpc.v1.ListScopesResponse;
import dev.membrane.grpc.v1.ListSkillsResponse;
import dev.membrane.grpc.v1.RelationEntry;
import dev.membrane.grpc.v1.ScopeEntry;
import dev.membrane.grpc.v1.SkillEntry;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns the server's pages into those that the engine would give. */
final class PageDecoder {

  private static final double NANOS = 1e9;

  private PageDecoder() {}

  static Page<RecordView> records(ListRecordsResponse page) {
    return new Page<>(
        page.getRecordsList().stream().map(AnswerDecoder::record).toList(), page.getNextCursor());
  }

  static Page<Listing.Edge> relations(ListRelationsResponse page) {
    return new Page<>(
        page.getRelationsList().stream().map(PageDecoder::edge).toList(), page.getNextCursor());
  }

  private static Listing.Edge edge(RelationEntry entry) {
    Relation relation =
        new Relation(
            entry.getPredicate(),
            entry.getTargetId(),
            entry.hasWeight() ? entry.getWeight() : null,
            instantOrNull(entry.getCreatedAt()));
    return new Listing.Edge(entry.getSourceId(), relation);
  }

  static Page<Listing.EpisodeSummary> episodes(ListEpisodesResponse page) {
    return new Page<>(
        page.getEpisodesList().stream().map(PageDecoder::episode).toList(), page.getNextCursor());
  }

  private static Listing.EpisodeSummary episode(EpisodeEntry entry) {
    return new Listing.EpisodeSummary(
        entry.getEpisode(),
        textOrNull(entry.getScope()),
        entry.getRecordIdsList(),
        instant(entry.getStartedAt()),
        instant(entry.getUpdatedAt()),
        entry.getEvents(),
        entry.getToolCalls(),
        AnswerDecoder.outcome(entry.getOutcome()));
  }

  static Page<Listing.AgentSkill> skills(ListSkillsResponse page) {
    return new Page<>(
        page.getSkillsList().stream().map(PageDecoder::skill).toList(), page.getNextCursor());
  }

  private static Listing.AgentSkill skill(SkillEntry entry) {
    return new Listing.AgentSkill(
        entry.getName(),
        entry.getDescription(),
        entry.getRecordId(),
        MemoryType.of("type", entry.getType()),
        textOrNull(entry.getScope()),
        entry.getTrials(),
        entry.getSuccesses(),
        entry.getClaimed(),
        instantOrNull(entry.getLastUsedAt()),
        instantOrNull(entry.getLastSuccessAt()),
        entry.getStoppedWorking(),
        entry.getText());
  }

  static Page<ScopeCount> scopes(ListScopesResponse page) {
    return new Page<>(
        page.getScopesList().stream().map(PageDecoder::scope).toList(), page.getNextCursor());
  }

  private static ScopeCount scope(ScopeEntry entry) {
    return new ScopeCount(textOrNull(entry.getScope()), entry.getRecords());
  }

  static JobsReport jobs(ListJobsResponse answer) {
    return new JobsReport(
        answer.getQueuesList().stream().map(PageDecoder::queue).toList(),
        answer.getRunsList().stream().map(PageDecoder::run).toList());
  }

  private static JobsReport.Queue queue(JobQueue queue) {
    return new JobsReport.Queue(
        queue.getName(),
        queue.getLength(),
        instant(queue.getOldestDue()),
        queue.getFailures(),
        queue.getRetried(),
        queue.getSetAside());
  }

  private static JobsReport.LastRun run(JobRun run) {
    return new JobsReport.LastRun(
        run.getName(),
        instant(run.getEndedAt()),
        Duration.ofNanos(Math.round(run.getSeconds() * NANOS)),
        run.getResult());
  }

  private static @Nullable String textOrNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable Instant instantOrNull(String text) {
    return text.isEmpty() ? null : instant(text);
  }

  private static Instant instant(String text) {
    return Timestamps.parse("answer", text);
  }
}
