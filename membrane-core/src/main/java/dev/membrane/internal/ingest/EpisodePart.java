package dev.membrane.internal.ingest;

import dev.membrane.EventRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.access.Withholding;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.value.CallSummary;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one event or tool call adds to an episode.
 *
 * @param intake the request behind it
 * @param event its place in the timeline
 * @param tools the tool call, if it is one
 * @param deletionPolicy what may delete the episode from now on; null: what could before
 */
record EpisodePart(
    AdmittedCandidate intake,
    TimelineEvent event,
    List<ToolNode> tools,
    @Nullable DeletionPolicy deletionPolicy) {

  static EpisodePart of(EventRequest request, AdmittedCandidate intake) {
    TimelineEvent event =
        new TimelineEvent(
            intake.happened(),
            request.eventKind(),
            request.ref(),
            request.summary(),
            request.data());
    return new EpisodePart(intake, event, List.of(), request.deletionPolicy());
  }

  static EpisodePart of(ToolOutputRequest request, String nodeId, AdmittedCandidate intake) {
    String tool = request.toolName();
    String summary = CallSummary.of(tool);
    ToolNode node =
        new ToolNode(
            nodeId,
            tool,
            request.args(),
            request.result(),
            intake.happened(),
            request.dependsOn(),
            request.effect());
    TimelineEvent event =
        new TimelineEvent(intake.happened(), CallSummary.KIND, nodeId, summary, request.data());
    return new EpisodePart(intake, event, List.of(node), request.deletionPolicy());
  }

  /** The record that this part is the first of. */
  MemoryRecord begin(String id) {
    EpisodicPayload episode = EpisodicPayload.of(List.of(event), tools);
    return kept(intake.record(id, event.ref(), episode.under(intake.options().episode())));
  }

  /**
   * The record that this begins because the one before it is full. It is found by the same tags and
   * seen by the same callers.
   *
   * @param relation what it says of the episode
   */
  MemoryRecord goOn(String id, MemoryRecord before, Relation relation) {
    MemoryRecord part = begin(id);
    DeletionPolicy policy = policyAfter(before);
    return part.toBuilder()
        .lifecycle(part.lifecycle().withDeletionPolicy(policy))
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
    return RecordChanges.logged(kept(before), entry())
        .sensitivity(higher(before.sensitivity(), intake.policy().sensitivity()))
        .confidence(Math.min(before.confidence(), intake.policy().confidence()))
        .salience(intake.policy().salience())
        .tags(joined(before.tags(), intake.options().tags()))
        .provenance(intake.extended(before.provenance(), event.ref()))
        .payload(episode.withTrace(timeline(episode), joined(episode.toolGraph(), tools)))
        .build();
  }

  /** A record of the episode under the deletion policy that holds from now on. */
  MemoryRecord kept(MemoryRecord record) {
    Lifecycle lifecycle = record.lifecycle().withDeletionPolicy(policyAfter(record));
    return record.toBuilder().lifecycle(lifecycle).build();
  }

  /** Whether another deletion policy holds for a record of the episode from now on. */
  boolean changesPolicyOf(MemoryRecord record) {
    return policyAfter(record) != record.lifecycle().deletionPolicy();
  }

  /** What nothing may delete stays so: only an administrator can say otherwise. */
  private DeletionPolicy policyAfter(MemoryRecord record) {
    DeletionPolicy before = record.lifecycle().deletionPolicy();
    return deletionPolicy == null || before == DeletionPolicy.NEVER ? before : deletionPolicy;
  }

  /** Whether all tool calls that this depends on are among those of some records. */
  boolean isContentWith(List<StoredRecord> records) {
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

  /** What is said where nothing but the deletion policy changes. */
  AuditEntry policyEntry() {
    String policy = Objects.requireNonNull(deletionPolicy).wireName();
    return intake.entry(AuditAction.REVISE, "Deletion policy of the episode: " + policy);
  }

  private AuditEntry entry() {
    return intake.entry(AuditAction.REVISE, Withholding.APPENDED + intake.kindFromSource());
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
