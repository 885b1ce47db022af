package dev.membrane.internal.ingest;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;

import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureUse;
import dev.membrane.internal.episode.ProcedureUse.Counting;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.episode.ToolCodes;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

  /** Adds the changes to those of the outcome. */
  void report(EndedEpisode episode, Changeset.Builder changes) {
    Set<String> own = ofOwnTools(episode);
    Map<String, String> counters = new LinkedHashMap<>();
    episode
        .used()
        .forEach(
            it -> counters.put(it.id(), ProcedureKeys.reportedRuns(LearningScope.of(it), it.id())));
    Set<String> named = Set.copyOf(counters.keySet());
    own.forEach(id -> counters.put(id, ProcedureKeys.reportedRuns(episode.scope(), id)));
    if (counters.isEmpty()) {
      return;
    }
    Set<String> called = ToolCodes.of(RunGroups.tools(episode.calls()));
    Map<String, Key> standing = standing(counters);
    Map<String, EndedRuns> counted = new LinkedHashMap<>();
    counters.forEach(
        (id, counter) -> {
          String name = ProcedureKeys.outcomes(id);
          ProcedureOutcomes before = ProcedureOutcomes.of(Optional.ofNullable(standing.get(name)));
          ProcedureUse use = use(episode, own.contains(id), named.contains(id) ? called : null);
          ProcedureOutcomes after = with(use, episode, before);
          exchange(standing.get(name), new Key(name, after.text(), id), changes);
          counted.merge(counter, after.reported().minus(before.reported()), EndedRuns::plus);
        });
    counted.values().removeIf(EndedRuns.NONE::equals);
    counted.forEach((name, change) -> count(standing.get(name), name, change, changes));
  }

  private static ProcedureOutcomes with(
      ProcedureUse use, EndedEpisode episode, ProcedureOutcomes before) {
    if (episode.status() == OutcomeStatus.PARTIAL) {
      return before.without(episode.id());
    }
    boolean isKnown = episode.before().stream().anyMatch(it -> it != OutcomeStatus.PARTIAL);
    return before.with(use, isKnown);
  }

  private static ProcedureUse use(
      EndedEpisode episode, boolean isOfOwnTools, @Nullable Set<String> called) {
    return new ProcedureUse(
        episode.at(),
        episode.id(),
        episode.status() == OutcomeStatus.SUCCESS,
        isOfOwnTools ? Counting.BY_REPORT_UNTIL_LEARNED : Counting.BY_REPORT,
        called);
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

  private Set<String> ofOwnTools(EndedEpisode episode) {
    List<String> names = RunGroups.procedureKeys(episode.scope(), episode.calls());
    return names.isEmpty()
        ? Set.of()
        : store.find(names).stream().map(Key::value).collect(toCollection(LinkedHashSet::new));
  }
}
