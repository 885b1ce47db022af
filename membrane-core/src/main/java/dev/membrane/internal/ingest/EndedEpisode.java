package dev.membrane.internal.ingest;

import static java.util.stream.Collectors.toSet;

import dev.membrane.internal.episode.RunTime;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An episode of which an outcome tells how it ended, as far as the caller sees it.
 *
 * @param parts its records as they were before the outcome, in order, at least one
 * @param used the procedures that were used in it
 */
record EndedEpisode(
    List<MemoryRecord> parts,
    OutcomeStatus status,
    Collection<MemoryRecord> used,
    AdmittedCandidate intake) {

  String id() {
    return parts.get(0).id();
  }

  LearningScope scope() {
    return LearningScope.of(parts.get(0));
  }

  /** All tool calls, in order. */
  List<ToolNode> calls() {
    return traces().flatMap(trace -> trace.toolGraph().stream()).toList();
  }

  /** When it ran; an outcome may be told long after it, and in another order. */
  Instant at() {
    return RunTime.of(calls(), intake.happened(), intake.now());
  }

  /** How it ended as far as was told before. */
  Set<OutcomeStatus> before() {
    return traces().flatMap(trace -> Stream.ofNullable(trace.outcome())).collect(toSet());
  }

  private Stream<EpisodicPayload> traces() {
    return parts.stream().map(part -> (EpisodicPayload) part.payload());
  }
}
