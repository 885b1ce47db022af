package dev.membrane.benchmarks;

/** How long calls took. */
public final class Timings {

  private static final double NANOS_PER_MILLI = 1e6;

  private final long[] sorted;
  private final double seconds;

  /**
   * Times of calls.
   *
   * @param sorted nanoseconds of each call, ascending; at least one
   * @param seconds from the first call's begin to the last one's end
   */
  public Timings(long[] sorted, double seconds) {
    this.sorted = sorted;
    this.seconds = seconds;
  }

  int calls() {
    return sorted.length;
  }

  /** Milliseconds within which a share of the calls was answered. */
  public double percentile(double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, index)] / NANOS_PER_MILLI;
  }

  double p50() {
    return percentile(0.5);
  }

  double rate() {
    return sorted.length / seconds;
  }
}
