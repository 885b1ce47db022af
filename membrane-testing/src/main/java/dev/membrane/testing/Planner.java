package dev.membrane.testing;

import java.util.Random;

/** Plans a trial, the same for the same seed: first a population, then what the caller does. */
final class Planner {

  private final long seed;
  private final Random random;
  private final Viewer viewer;
  private final TrialPlan trialPlan;
  private final Calls calls;
  private final Population population;
  private final boolean learning;

  Planner(long seed) {
    this.seed = seed;
    // Seeds in a row would begin with nearly the same numbers.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.viewer = Viewer.any(random, seed);
    this.trialPlan = new TrialPlan(seed, random);
    this.calls = new Calls(viewer, trialPlan, random);
    this.learning = random.nextBoolean();
    this.population = new Population(viewer.sees(), trialPlan, random, learning);
  }

  Plan plan() {
    for (int i = 6 + random.nextInt(9); i > 0; i--) {
      population.grow();
    }
    if (learning) {
      trialPlan.consolidate();
    }
    if (random.nextInt(6) > 0) {
      trialPlan.embed();
    }
    calls.ask();
    for (int i = 3 + Math.min(random.nextInt(6), random.nextInt(6)); i > 0; i--) {
      calls.next();
      if (random.nextInt(3) == 0) {
        population.change();
      }
    }
    return new Plan(
        seed, viewer, trialPlan.steps(), calls.descriptors(), calls.secretDescriptors());
  }
}
