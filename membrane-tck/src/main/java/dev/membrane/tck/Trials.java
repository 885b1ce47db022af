package dev.membrane.tck;

/** How many trials random tests make: few in each build, more where there is time. */
public final class Trials {

  private static final int TIMES = Integer.getInteger("membrane.tck.times", 1);

  private Trials() {}

  /**
   * How often to try something.
   *
   * @param usually how often in a build; {@code -Dmembrane.tck.times=<n>} multiplies it
   */
  public static int of(int usually) {
    return Math.multiplyExact(usually, TIMES);
  }
}
