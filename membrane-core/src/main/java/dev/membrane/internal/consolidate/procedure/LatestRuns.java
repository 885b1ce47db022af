package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.procedure.Run.RunEnd;
import dev.membrane.spi.Notebook.EndedRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The latest runs by time: {@value #MAX} of those whose outcome is known, and as many of those
 * without one. They are counted apart so that runs without an outcome do not crowd out the others.
 */
final class LatestRuns {

  private static final int MAX = 20;

  private static final Comparator<RunUse> IN_TIME =
      Comparator.comparing(RunUse::at).thenComparing(RunUse::episodeId);

  private List<RunUse> uses;

  /** A run of an episode: when it was, and how it ended. */
  record RunUse(Instant at, String episodeId, RunEnd end) {

    private boolean hasEnd() {
      return end != RunEnd.UNKNOWN;
    }
  }

  LatestRuns(Collection<RunUse> uses) {
    this.uses = latest(uses);
  }

  private static List<RunUse> latest(Collection<RunUse> uses) {
    List<RunUse> sorted = uses.stream().sorted(IN_TIME).toList();
    List<RunUse> kept = new ArrayList<>(last(sorted.stream().filter(RunUse::hasEnd).toList()));
    kept.addAll(last(sorted.stream().filter(use -> !use.hasEnd()).toList()));
    kept.sort(IN_TIME);
    return List.copyOf(kept);
  }

  private static List<RunUse> last(List<RunUse> uses) {
    return uses.subList(Math.max(0, uses.size() - MAX), uses.size());
  }

  /** Adds a run in the place of what was known of its episode. */
  void add(RunUse use) {
    remove(use.episodeId());
    addAll(List.of(use));
  }

  void addAll(Collection<RunUse> others) {
    List<RunUse> all = new ArrayList<>(uses);
    all.addAll(others);
    uses = latest(all);
  }

  void remove(String episodeId) {
    uses = uses.stream().filter(use -> !use.episodeId().equals(episodeId)).toList();
  }

  /** All of them in the order of time. */
  List<RunUse> all() {
    return uses;
  }

  /** The last run. */
  Optional<RunUse> last() {
    return uses.isEmpty() ? Optional.empty() : Optional.of(uses.get(uses.size() - 1));
  }

  Optional<Instant> lastUsed() {
    return last().map(RunUse::at);
  }

  /** The ends of those whose end is known. */
  List<EndedRun> outcomes() {
    return uses.stream()
        .filter(RunUse::hasEnd)
        .map(use -> new EndedRun(use.episodeId(), use.at(), use.end() == RunEnd.SUCCESS))
        .toList();
  }

  /** The ids of the episodes, sorted. */
  List<String> episodes() {
    return uses.stream().map(RunUse::episodeId).sorted().toList();
  }
}
