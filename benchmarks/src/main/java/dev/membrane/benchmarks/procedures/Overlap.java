package dev.membrane.benchmarks.procedures;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** How much of what solved a task was proposed for it: F1, 0 to 1. */
final class Overlap {

  private Overlap() {}

  /** The mean of F1 over the calls and over the different tools. */
  static double of(List<String> proposed, List<String> used) {
    double sets = f1(new HashSet<>(proposed), new HashSet<>(used));
    return (f1(proposed, used) + sets) / 2;
  }

  private static double f1(Collection<String> proposed, Collection<String> used) {
    List<String> rest = new ArrayList<>(used);
    long common = proposed.stream().filter(rest::remove).count();
    return 2.0 * common / (proposed.size() + used.size());
  }
}
