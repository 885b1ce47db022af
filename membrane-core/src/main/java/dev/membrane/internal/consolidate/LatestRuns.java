package dev.membrane.internal.consolidate;

import dev.membrane.internal.consolidate.Run.End;
import dev.membrane.spi.Notebook.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The latest runs by time: {@value #MOST} of those whose outcome is known, and as many of those
 * without one. They are counted apart so that runs without an outcome do not crowd out the others.
 */
final class LatestRuns {

  private static final int MOST = 20;

  private static final Comparator<Use> IN_TIME =
      Comparator.comparing(Use::at).thenComparing(Use::episodeId);

  private List<Use> uses;

  /** A run of an episode: when it was, and how it ended. */
  record Use(Instant at, String episodeId, End end) {

    private boolean hasEnd() {
      return end != End.UNKNOWN;
    }
  }

  LatestRuns(Collection<Use> uses) {
    this.uses = latest(uses);
  }

  private static List<Use> latest(Collection<Use> uses) {
    List<Use> sorted = uses.stream().sorted(IN_TIME).toList();
    List<Use> kept = new ArrayList<>(last(sorted.stream().filter(Use::hasEnd).toList()));
    kept.addAll(last(sorted.stream().filter(use -> !use.hasEnd()).toList()));
    kept.sort(IN_TIME);
    return List.copyOf(kept);
  }

  private static List<Use> last(List<Use> uses) {
    return uses.subList(Math.max(0, uses.size() - MOST), uses.size());
  }

  /** Adds a run in the place of what was known of its episode. */
  void add(Use use) {
    remove(use.episodeId());
    addAll(List.of(use));
  }

  void addAll(Collection<Use> others) {
    List<Use> all = new ArrayList<>(uses);
    all.addAll(others);
    uses = latest(all);
  }

  void remove(String episodeId) {
    uses = uses.stream().filter(use -> !use.episodeId().equals(episodeId)).toList();
  }

  /** In the order of time. */
  List<Use> all() {
    return uses;
  }

  /** The last one. */
  Optional<Use> last() {
    return uses.isEmpty() ? Optional.empty() : Optional.of(uses.get(uses.size() - 1));
  }

  Optional<Instant> lastUsed() {
    return last().map(Use::at);
  }

  /** Those whose end is known. */
  List<Outcome> outcomes() {
    return uses.stream()
        .filter(Use::hasEnd)
        .map(use -> new Outcome(use.episodeId(), use.at(), use.end() == End.SUCCESS))
        .toList();
  }

  /** Ids of the episodes, sorted. */
  List<String> episodes() {
    return uses.stream().map(Use::episodeId).sorted().toList();
  }
}
