package dev.membrane.internal.episode;

import dev.membrane.internal.value.CallSummary;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells which events of an episode are its tool calls. Their reference is the id of a node. What a
 * source of kind {@code event} reported is none even so, unless that is its kind: somebody may have
 * said something of a call. Immutable.
 */
public final class CallEvents {

  private final Set<String> nodes;
  private final Map<String, Set<Instant>> reported = new HashMap<>();

  /** The events of the tool calls in a record whose payload is an episode. */
  public CallEvents(MemoryRecord record, EpisodicPayload episode) {
    nodes = episode.toolGraph().stream().map(ToolNode::id).collect(Collectors.toSet());
    for (ProvenanceSource source : record.provenance().sources()) {
      Instant at = source.timestamp();
      if (source.kind() == ProvenanceKind.EVENT && at != null && nodes.contains(source.ref())) {
        reported.computeIfAbsent(source.ref(), ref -> new HashSet<>()).add(at);
      }
    }
  }

  /** Whether an event is a tool call. */
  public boolean has(TimelineEvent event) {
    boolean isReported = reported.getOrDefault(event.ref(), Set.of()).contains(event.t());
    return nodes.contains(event.ref())
        && (event.eventKind().equals(CallSummary.KIND) || !isReported);
  }
}
