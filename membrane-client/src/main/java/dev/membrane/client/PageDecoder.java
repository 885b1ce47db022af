package dev.membrane.client;

import dev.membrane.EpisodePage;
import dev.membrane.JobsReport;
import dev.membrane.RecordPage;
import dev.membrane.RelationPage;
import dev.membrane.ScopePage;
import dev.membrane.SkillPage;
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
import dev.membrane.schema.Relation;
import dev.membrane.schema.Timestamps;
import dev.membrane.spi.ScopeCount;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns the server's pages into those that the engine would give. */
final class PageDecoder {

  private static final double NANOS = 1e9;

  private PageDecoder() {}

  static RecordPage records(ListRecordsResponse page) {
    return new RecordPage(
        page.getRecordsList().stream().map(AnswerDecoder::record).toList(), page.getNextCursor());
  }

  static RelationPage relations(ListRelationsResponse page) {
    return new RelationPage(
        page.getRelationsList().stream().map(PageDecoder::edge).toList(), page.getNextCursor());
  }

  private static RelationPage.Edge edge(RelationEntry entry) {
    Relation relation =
        new Relation(
            entry.getPredicate(),
            entry.getTargetId(),
            entry.hasWeight() ? entry.getWeight() : null,
            instantOrNull(entry.getCreatedAt()));
    return new RelationPage.Edge(entry.getSourceId(), relation);
  }

  static EpisodePage episodes(ListEpisodesResponse page) {
    return new EpisodePage(
        page.getEpisodesList().stream().map(PageDecoder::episode).toList(), page.getNextCursor());
  }

  private static EpisodePage.EpisodeSummary episode(EpisodeEntry entry) {
    return new EpisodePage.EpisodeSummary(
        entry.getEpisode(),
        textOrNull(entry.getScope()),
        entry.getRecordIdsList(),
        instant(entry.getStartedAt()),
        instant(entry.getUpdatedAt()),
        entry.getEvents(),
        entry.getToolCalls(),
        AnswerDecoder.outcome(entry.getOutcome()));
  }

  static SkillPage skills(ListSkillsResponse page) {
    return new SkillPage(
        page.getSkillsList().stream().map(PageDecoder::skill).toList(), page.getNextCursor());
  }

  private static SkillPage.AgentSkill skill(SkillEntry entry) {
    return new SkillPage.AgentSkill(
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

  static ScopePage scopes(ListScopesResponse page) {
    return new ScopePage(
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
