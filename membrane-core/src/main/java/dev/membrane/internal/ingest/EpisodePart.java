package dev.membrane.internal.ingest;

import dev.membrane.EventRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.engine.Texts;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one event or tool call adds to an episode.
 *
 * @param intake the request behind it
 * @param event its place in the timeline
 * @param tools the tool call, if it is one
 */
record EpisodePart(Intake intake, TimelineEvent event, List<ToolNode> tools) {

  private static final String TOOL_CALL = "tool_call";

  static EpisodePart of(EventRequest request, Intake intake) {
    TimelineEvent event =
        new TimelineEvent(intake.happened(), request.eventKind(), request.ref(), request.summary());
    return new EpisodePart(intake, event, List.of());
  }

  static EpisodePart of(ToolOutputRequest request, String nodeId, Intake intake) {
    String tool = request.toolName();
    String summary = Texts.bounded(TOOL_CALL + ": " + tool);
    ToolNode node =
        new ToolNode(
            nodeId,
            tool,
            request.args(),
            request.result(),
            intake.happened(),
            request.dependsOn(),
            request.effect());
    return new EpisodePart(
        intake, new TimelineEvent(intake.happened(), TOOL_CALL, nodeId, summary), List.of(node));
  }

  /** The record that this part is the first of. */
  MemoryRecord begin(String id) {
    EpisodicPayload episode = EpisodicPayload.of(List.of(event), tools);
    return intake.record(id, event.ref(), episode.under(intake.options().episode()));
  }

  /**
   * The record that this begins because the one before it is full. It is found by the same tags and
   * seen by the same callers.
   *
   * @param relation what it says of the episode
   */
  MemoryRecord goOn(String id, MemoryRecord before, Relation relation) {
    MemoryRecord part = begin(id);
    return part.toBuilder()
        .sensitivity(higher(before.sensitivity(), part.sensitivity()))
        .tags(joined(before.tags(), part.tags()))
        .relations(List.of(relation))
        .build();
  }

  /**
   * An episode with this part added; what is there stays as it is. Its salience is the initial one
   * again.
   */
  MemoryRecord appendTo(MemoryRecord before) {
    EpisodicPayload episode = (EpisodicPayload) before.payload();
    return before.toBuilder()
        .sensitivity(higher(before.sensitivity(), intake.policy().sensitivity()))
        .confidence(Math.min(before.confidence(), intake.policy().confidence()))
        .salience(intake.policy().salience())
        .tags(joined(before.tags(), intake.options().tags()))
        .updatedAt(intake.now())
        .provenance(intake.extended(before.provenance(), event.ref()))
        .payload(episode.withTrace(timeline(episode), joined(episode.toolGraph(), tools)))
        .auditLog(RecordChanges.appended(before.auditLog(), entry()))
        .build();
  }

  /** Whether all tool calls that this depends on are among those of some records. */
  boolean isContentWith(List<Stored> records) {
    Set<String> nodes =
        records.stream()
            .flatMap(stored -> ((EpisodicPayload) stored.record().payload()).toolGraph().stream())
            .map(ToolNode::id)
            .collect(Collectors.toSet());
    return tools.stream().allMatch(tool -> nodes.containsAll(tool.dependsOn()));
  }

  /** Who may see what this is. */
  Sensitivity level() {
    return intake.policy().sensitivity();
  }

  /** A stable sort, so that what arrived first stays first among equal instants. */
  private List<TimelineEvent> timeline(EpisodicPayload episode) {
    List<TimelineEvent> events = RecordChanges.appended(episode.timeline(), event);
    events.sort(Comparator.comparing(TimelineEvent::t));
    return events;
  }

  private AuditEntry entry() {
    return intake.entry(AuditAction.REVISE, "Appended " + intake.kindFromSource());
  }

  private static Sensitivity higher(Sensitivity one, Sensitivity other) {
    return one.covers(other) ? one : other;
  }

  static <T> List<T> joined(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
