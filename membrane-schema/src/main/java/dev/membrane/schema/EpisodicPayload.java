package dev.membrane.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Raw experience: what happened, in order. Append-only; revising it is forbidden.
 *
 * @param timeline the events in the order of time; may be empty
 * @param toolGraph the tool calls and what they depended on
 * @param environment the surroundings
 * @param outcome how it ended; null while that is unknown
 * @param artifacts references to external logs, screenshots or files
 * @param toolGraphRef a reference to a tool graph kept elsewhere
 * @param episode the key under which its caller put it together with others; null: it has none
 */
public record EpisodicPayload(
    List<TimelineEvent> timeline,
    List<ToolNode> toolGraph,
    @Nullable EnvironmentSnapshot environment,
    @Nullable OutcomeStatus outcome,
    List<String> artifacts,
    @Nullable String toolGraphRef,
    @Nullable String episode)
    implements Payload {

  public EpisodicPayload {
    timeline = Components.list("timeline", timeline);
    toolGraph = Components.optionalList("tool_graph", toolGraph);
    artifacts = Components.optionalList("artifacts", artifacts);
    toolGraphRef = Components.optional(toolGraphRef);
    episode = Components.optional(episode);
  }

  /** An episode without a key that has only a timeline and tool calls so far. */
  public static EpisodicPayload of(List<TimelineEvent> timeline, List<ToolNode> toolGraph) {
    return new EpisodicPayload(timeline, toolGraph, null, null, List.of(), null, null);
  }

  /** This episode with another timeline and other tool calls. */
  public EpisodicPayload withTrace(List<TimelineEvent> events, List<ToolNode> tools) {
    return new EpisodicPayload(
        events, tools, environment, outcome, artifacts, toolGraphRef, episode);
  }

  /** This episode with another outcome. */
  public EpisodicPayload withOutcome(OutcomeStatus status) {
    return new EpisodicPayload(
        timeline, toolGraph, environment, status, artifacts, toolGraphRef, episode);
  }

  /** This episode under a key. */
  public EpisodicPayload under(@Nullable String key) {
    return new EpisodicPayload(
        timeline, toolGraph, environment, outcome, artifacts, toolGraphRef, key);
  }

  @Override
  public MemoryType kind() {
    return MemoryType.EPISODIC;
  }

  @Override
  public @Nullable RevisionState revision() {
    return null;
  }
}
