package dev.membrane.testing;

import dev.membrane.Membrane;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.fixture.WordHashes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Runs trials, each from a seed of its own, over pairs of stores. */
final class Noninterference {

  /** Opening a store costs more than emptying it. */
  private static final int TRIALS_PER_STORE = 100;

  private final Supplier<MemoryStore> stores;
  private final UnaryOperator<Membrane> way;
  private final TrialCounts tally = new TrialCounts();
  private boolean embeds;

  /**
   * Trials over stores.
   *
   * @param stores opens a new, empty store each time
   * @param way makes of an engine what is called
   */
  Noninterference(Supplier<MemoryStore> stores, UnaryOperator<Membrane> way) {
    this.stores = stores;
    this.way = way;
  }

  /** What the trials did. */
  TrialCounts tally() {
    return tally;
  }

  /** Runs trials until one finds a difference, which is answered in its shortest form. */
  Optional<AnswerDifference> run(long firstSeed, int trials) {
    int pairs = (trials + TRIALS_PER_STORE - 1) / TRIALS_PER_STORE;
    return IntStream.range(0, pairs)
        .parallel()
        .map(pair -> pair * TRIALS_PER_STORE)
        .mapToObj(
            done ->
                runOnOnePair(
                    firstSeed + done, firstSeed + Math.min(trials, done + TRIALS_PER_STORE)))
        .flatMap(Optional::stream)
        .findFirst()
        .map(this::shortest);
  }

  /** Whether the stores keep vectors; false before the first is opened. */
  synchronized boolean embeds() {
    return embeds;
  }

  private synchronized World open() {
    MemoryStore store = stores.get();
    embeds = store.vectors().isPresent();
    return new World(store, embeds ? new WordHashes() : null, way);
  }

  private Optional<AnswerDifference> runOnOnePair(long first, long end) {
    try (World a = open();
        World b = open()) {
      for (long seed = first; seed < end; seed++) {
        Plan plan = new Planner(seed).plan();
        tally.add(plan);
        Optional<AnswerDifference> found = new Trial(plan, a, b).run(tally);
        if (found.isPresent()) {
          return found;
        }
        a.erase();
        b.erase();
      }
    }
    return Optional.empty();
  }

  /** Leaves out every step without which the worlds still differ. */
  private AnswerDifference shortest(AnswerDifference found) {
    AnswerDifference shortest = found;
    for (int i = found.steps().size() - 2; i >= 0; i--) {
      List<TrialStep> steps = new ArrayList<>(shortest.steps());
      steps.remove(i);
      shortest = repeat(shortest, steps).orElse(shortest);
    }
    return shortest;
  }

  private Optional<AnswerDifference> repeat(AnswerDifference known, List<TrialStep> steps) {
    try (World a = open();
        World b = open()) {
      Plan plan = new Plan(known.seed(), known.viewer(), steps, 0, 0);
      return new Trial(plan, a, b)
          .run(new TrialCounts())
          .filter(found -> found.call().number() == known.call().number());
    } catch (AssertionError otherwiseDifferent) {
      // Without the step the worlds differ in more than they may.
      return Optional.empty();
    }
  }
}
