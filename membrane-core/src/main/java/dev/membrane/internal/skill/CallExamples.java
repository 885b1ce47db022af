package dev.membrane.internal.skill;

import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.episode.SourceRun;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.view.OneLine;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.spi.store.MemoryStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the texts that calls were given have in common, in all of the latest successful runs that a
 * procedure was learned from and that made its calls in its order. A tool that does everything,
 * such as a shell, is told by its name alone to do nothing. What varies from run to run is left
 * out, and a text that half of the runs were told.
 */
final class CallExamples {

  /** How many runs of a procedure are looked at. */
  private static final int MAX_RUNS = 16;

  /** One run does not show what varies. */
  private static final int LEAST_RUNS = 2;

  private static final int MAX_LENGTH = 120;

  /** The characters of an id. */
  private static final int ID = 36;

  /** Known of no run. */
  static final CallExamples NONE = new CallExamples(List.of());

  private final List<SourceRun> runs;

  private CallExamples(List<SourceRun> runs) {
    this.runs = runs;
  }

  /** Reads at once those of some procedures, by their ids. */
  static Map<String, CallExamples> of(
      Collection<MemoryRecord> procedures, KnownRuns all, MemoryStore store) {
    Set<String> episodes = new TreeSet<>();
    procedures.forEach(procedure -> episodes.addAll(episodes(procedure)));
    Map<String, SourceRun> known = all.successes(episodes, store);
    Map<String, CallExamples> examples = new HashMap<>();
    for (MemoryRecord procedure : procedures) {
      List<String> tools = ProcedureSummary.of(procedure).tools();
      // Whoever sees the procedure in full may see what is said of runs of its scope.
      LearningScope scope = LearningScope.of(procedure);
      List<SourceRun> runs =
          episodes(procedure).stream()
              .filter(known::containsKey)
              .map(known::get)
              .filter(run -> run.scope().equals(scope) && run.tools().equals(tools))
              .toList();
      examples.put(procedure.id(), runs.size() < LEAST_RUNS ? NONE : new CallExamples(runs));
    }
    return examples;
  }

  /** The latest come first, as the beginning of an id is its time. */
  private static List<String> episodes(MemoryRecord procedure) {
    return procedure.provenance().sources().stream()
        .map(ProvenanceSource::ref)
        .filter(ref -> ref.length() == ID)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .limit(MAX_RUNS)
        .toList();
  }

  /** What the texts for an argument of a call have in common; empty if they have nothing. */
  String of(int call, String argument) {
    List<SourceRun.SourceCall> calls =
        runs.stream()
            .map(run -> run.calls().get(call))
            .filter(each -> each.texts().containsKey(argument))
            .toList();
    long told = calls.stream().filter(each -> each.told().contains(argument)).count();
    return calls.isEmpty() || calls.size() < runs.size() || 2 * told >= calls.size()
        ? ""
        : OneLine.cut(
            CommonWords.of(calls.stream().map(each -> each.texts().get(argument)).toList()),
            MAX_LENGTH);
  }
}
