package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.consolidate.StoredLesson;
import dev.membrane.internal.episode.FailedRun;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.episode.SourceRun;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs as their lessons describe them. A lesson goes with its episode. */
public final class LearnedRuns implements KnownRuns {

  /**
   * The calls of those of some episodes that a lesson about a success is known of. No run changes
   * its level after its end.
   */
  @Override
  public Map<String, SourceRun> successes(Collection<String> episodeIds, MemoryStore store) {
    Map<String, SourceRun> runs = new HashMap<>();
    for (Key key : lessons(episodeIds, store)) {
      StoredLesson stored = StoredLesson.of(key);
      stored
          .lesson(CompetenceLesson.CODEC)
          .map(CompetenceLesson::run)
          .filter(run -> run.isSuccess() && run.args().size() == run.tools().size())
          .ifPresent(run -> runs.put(String.valueOf(key.owner()), run(stored.scope(), run)));
    }
    return runs;
  }

  /** The failure modes of those of some episodes that a lesson about a failure is known of. */
  @Override
  public Map<String, FailedRun> failures(Collection<String> episodeIds, MemoryStore store) {
    Map<String, FailedRun> runs = new HashMap<>();
    for (Key key : lessons(episodeIds, store)) {
      StoredLesson stored = StoredLesson.of(key);
      stored.lesson(CompetenceLesson.CODEC).stream()
          .flatMap(lesson -> lesson.run().modes().stream())
          .map(mode -> new FailedRun(stored.scope(), mode))
          .forEach(run -> runs.put(String.valueOf(key.owner()), run));
    }
    return runs;
  }

  private static List<Key> lessons(Collection<String> episodeIds, MemoryStore store) {
    List<String> names =
        episodeIds.stream().map(id -> LearnedKeys.keyName(CompetenceStage.NAME, id)).toList();
    return names.isEmpty() ? List.of() : store.find(names);
  }

  private static SourceRun run(LearningScope scope, Run run) {
    List<String> names = CallArguments.names(run.tools());
    Set<String> said = Set.copyOf(run.said());
    List<SourceRun.SourceCall> calls = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Map<String, String> texts = new HashMap<>();
      Set<String> told = new HashSet<>();
      run.args()
          .get(i)
          .members()
          .forEach(
              (argument, value) -> {
                if (value instanceof JsonString text) {
                  texts.put(argument, text.value());
                }
                if (said.contains(CallArguments.argumentName(name, argument))) {
                  told.add(argument);
                }
              });
      calls.add(new SourceRun.SourceCall(run.tools().get(i), texts, told));
    }
    return new SourceRun(scope, calls);
  }
}
