package dev.membrane.retrieve;

import java.util.Map;

/**
 * One measure of how relevant records are to a task.
 *
 * @param name its name in explanations
 * @param values what was measured by record id; records without a value count as 0
 */
record Signal(String name, Map<String, Double> values) {

  /** One record's value beside the best candidate's. */
  record Reading(String name, double value, double best) {
    double normalised() {
      return best > 0 ? Math.max(0, value) / best : 0;
    }
  }

  Reading of(String id, double best) {
    return new Reading(name, value(id), best);
  }

  double value(String id) {
    return values.getOrDefault(id, 0.0);
  }
}
