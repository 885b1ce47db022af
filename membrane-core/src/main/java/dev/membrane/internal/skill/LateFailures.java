package dev.membrane.internal.skill;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of runs that failed since the last success of a procedure: those that took its
 * first steps and failed at one of them, which its record does not count, and those that named it.
 *
 * @param tools how many of the first failed at which tool
 * @param modes how many of all failed why
 */
record LateFailures(Map<String, Long> tools, Map<String, Long> modes) {

  /** There were no such runs. */
  static final LateFailures NONE = new LateFailures(Map.of(), Map.of());

  private static final int MAX_MODES = 5;

  boolean isEmpty() {
    return tools.isEmpty() && modes.isEmpty();
  }

  /** Where they failed, in a sentence as Markdown; empty if there were none. */
  String text() {
    return tools.isEmpty()
        ? ""
        : tools.entrySet().stream()
            .map(tool -> tool.getValue() + " at " + Markdown.code(tool.getKey()))
            .collect(Collectors.joining(", ", "Of late, runs that began like this failed: ", "."));
  }

  /**
   * The failure modes of the procedure together with the most frequent ones of these runs.
   *
   * @param known as the record has them
   * @param masked what is shown of a mode
   */
  List<String> addedTo(List<String> known, UnaryOperator<String> masked) {
    Stream<String> others = known.stream().filter(mode -> !modes.containsKey(mode)).map(masked);
    Stream<String> late =
        modes.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(MAX_MODES)
            .map(mode -> masked.apply(mode.getKey()) + " (" + runs(mode.getValue()) + " of late)");
    return Stream.concat(others, late).distinct().toList();
  }

  private static String runs(long count) {
    return count + (count == 1 ? " run" : " runs");
  }
}
