package dev.membrane.testing;

import dev.membrane.tck.Trials;

/** How often random tests try something where a run may take hours. */
final class LongRun {

  private LongRun() {}

  /**
   * How often to try something.
   *
   * @param usually how often in a build
   * @param least how often at least where {@link Trials} multiplies it
   */
  static int of(int usually, int least) {
    int times = Trials.of(1);
    return times == 1 ? usually : Math.max(Trials.of(usually), least);
  }
}
