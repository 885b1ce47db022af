package dev.membrane.internal.episode;

/** The score interval of a proportion (E. B. Wilson, 1927) at 95 percent. */
public final class Wilson {

  private static final double Z = 1.96;

  private Wilson() {}

  /**
   * The upper bound of the true rate by one standard error, 0 to 1.
   *
   * @param rate the share of successes seen, 0 to 1
   * @param trials how many were seen, which may have been weighted; 0 gives 1
   */
  public static double optimisticRate(double rate, double trials) {
    if (trials <= 0) {
      return 1;
    }
    double spread = Math.sqrt(rate * (1 - rate) / trials + 1 / (4 * trials * trials));
    return Math.min(1, (rate + 1 / (2 * trials) + spread) / (1 + 1 / trials));
  }

  /**
   * What the true rate hardly falls below, 0 to 1.
   *
   * @param rate the share of successes seen, 0 to 1
   * @param trials how many were seen, more than 0
   */
  public static double lowerBound(double rate, long trials) {
    double z2 = Z * Z;
    double centre = rate + z2 / (2.0 * trials);
    double spread = Z * Math.sqrt(rate * (1 - rate) / trials + z2 / (4.0 * trials * trials));
    return Math.max(0, (centre - spread) / (1 + z2 / trials));
  }
}
