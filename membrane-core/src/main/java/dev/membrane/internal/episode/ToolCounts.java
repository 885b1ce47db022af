package dev.membrane.internal.episode;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** How often tools were called. */
public final class ToolCounts {

  private ToolCounts() {}

  /** The number of calls by tool. */
  public static Map<String, Integer> of(Collection<String> calls) {
    Map<String, Integer> counts = new HashMap<>();
    calls.forEach(tool -> counts.merge(tool, 1, Integer::sum));
    return counts;
  }

  /**
   * How much two runs have in common, 0 to 1, by the coefficient of L. R. Dice (1945): twice the
   * calls of both over the sum of all.
   */
  public static double likenessOfCalls(Map<String, Integer> one, Map<String, Integer> other) {
    int common = 0;
    for (Map.Entry<String, Integer> call : one.entrySet()) {
      common += Math.min(call.getValue(), Objects.requireNonNullElse(other.get(call.getKey()), 0));
    }
    return dice(common, size(one) + size(other));
  }

  /** The same over the different tools. */
  public static double likenessOfTools(Map<String, Integer> one, Map<String, Integer> other) {
    int common = (int) one.keySet().stream().filter(other::containsKey).count();
    return dice(common, one.size() + other.size());
  }

  private static double dice(int common, int sizes) {
    return sizes == 0 ? 0 : 2.0 * common / sizes;
  }

  private static int size(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
