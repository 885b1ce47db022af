package dev.membrane.internal.ingest;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureOutcomes.Counting;
import dev.membrane.internal.episode.ProcedureOutcomes.ProcedureUse;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.episode.ToolCodes;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the outcome of an episode at once for the procedures that were used in it, and for those
 * that stand for runs with its tool calls, once for each, and for the mean of all that is compared
 * with. A partial success counts for none. Thread-safe.
 */
final class ReportedOutcomes {

  private final MemoryStore store;

  ReportedOutcomes(MemoryStore store) {
    this.store = store;
  }

  /**
   * Adds the changes to those of the outcome.
   *
   * @param parts of the episode as they were before the outcome, in order
   * @param used the procedures that were used in it
   */
  void report(
      List<MemoryRecord> parts,
      OutcomeStatus status,
      Collection<MemoryRecord> used,
      Intake intake,
      Changeset.Builder changes) {
    MemoryRecord first = parts.get(0);
    Set<String> own = new LinkedHashSet<>(ofOwnTools(parts));
    Map<String, String> counters = new LinkedHashMap<>();
    used.forEach(it -> counters.put(it.id(), counter(it, it.id())));
    Set<String> named = used.stream().map(MemoryRecord::id).collect(toSet());
    Set<String> called = ToolCodes.of(RunGroups.tools(calls(parts)));
    own.forEach(id -> counters.put(id, counter(first, id)));
    if (counters.isEmpty()) {
      return;
    }
    boolean isKnown = parts.stream().anyMatch(ReportedOutcomes::hasEnded);
    Map<String, Key> standing = standing(counters);
    Map<String, EndedRuns> counted = new LinkedHashMap<>();
    counters.forEach(
        (id, counter) -> {
          String name = ProcedureKeys.outcomes(id);
          ProcedureOutcomes before = ProcedureOutcomes.of(Optional.ofNullable(standing.get(name)));
          Counting counting =
              own.contains(id) ? Counting.BY_REPORT_UNTIL_LEARNED : Counting.BY_REPORT;
          ProcedureUse use =
              new ProcedureUse(
                  used(parts, intake),
                  first.id(),
                  status == OutcomeStatus.SUCCESS,
                  counting,
                  named.contains(id) ? called : null);
          ProcedureOutcomes after =
              status == OutcomeStatus.PARTIAL
                  ? before.without(first.id())
                  : before.with(use, isKnown);
          exchange(standing.get(name), new Key(name, after.text(), id), changes);
          counted.merge(counter, after.reported().minus(before.reported()), EndedRuns::plus);
        });
    counted.values().removeIf(EndedRuns.NONE::equals);
    counted.forEach((name, change) -> count(standing.get(name), name, change, changes));
  }

  private static String counter(MemoryRecord of, String procedure) {
    return ProcedureKeys.reportedRuns(LearningScope.of(of), procedure);
  }

  private Map<String, Key> standing(Map<String, String> counters) {
    Set<String> names = new LinkedHashSet<>(counters.values());
    counters.keySet().forEach(id -> names.add(ProcedureKeys.outcomes(id)));
    return store.find(names).stream().collect(toMap(Key::name, key -> key));
  }

  private static void count(
      @Nullable Key before, String name, EndedRuns change, Changeset.Builder changes) {
    EndedRuns known = EndedRuns.of(Optional.ofNullable(before));
    exchange(before, new Key(name, known.changedBy(change).text(), null), changes);
  }

  private static void exchange(@Nullable Key before, Key after, Changeset.Builder changes) {
    if (before != null) {
      changes.removeKey(before);
    }
    changes.addKey(after);
  }

  private static boolean hasEnded(MemoryRecord part) {
    OutcomeStatus status = ((EpisodicPayload) part.payload()).outcome();
    return status == OutcomeStatus.SUCCESS || status == OutcomeStatus.FAILURE;
  }

  /** All tool calls of an episode, in order. */
  static List<ToolNode> calls(List<MemoryRecord> parts) {
    return parts.stream()
        .flatMap(part -> ((EpisodicPayload) part.payload()).toolGraph().stream())
        .toList();
  }

  /**
   * When the run was, as learning dates it, by its last call: an outcome may be told long after it,
   * and in another order. Without calls it is when the run ended.
   */
  static Instant used(List<MemoryRecord> parts, Intake intake) {
    Instant told =
        calls(parts).stream()
            .map(ToolNode::timestamp)
            .filter(Objects::nonNull)
            .max(Instant::compareTo)
            .orElseGet(intake::happened);
    return told.isAfter(intake.now()) ? intake.now() : told;
  }

  private List<String> ofOwnTools(List<MemoryRecord> parts) {
    List<String> names = RunGroups.procedureKeys(LearningScope.of(parts.get(0)), calls(parts));
    return names.isEmpty() ? List.of() : store.find(names).stream().map(Key::value).toList();
  }
}
