package dev.membrane.internal.retrieve;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One measure of how relevant records are to a task.
 *
 * @param name its name in explanations
 * @param weight how much it counts compared with other signals, 0 or more
 * @param values what was measured of a record, by its id; null: nothing
 * @param zero the value that does not speak for a record
 * @param everywhere whether a record without a value counts as having the value {@code zero}; else
 *     it is judged by the other signals alone
 */
record Signal(
    String name,
    double weight,
    Function<String, @Nullable Double> values,
    double zero,
    boolean everywhere) {

  /** How many of the terms of the descriptor a record contains, and how rare they are. */
  static Signal text(double weight, Function<String, @Nullable Double> scores) {
    return new Signal("text", weight, scores, 0, true);
  }

  /** How near the meaning of a record is; not every record has been embedded yet. */
  static Signal vector(double weight, Map<String, Double> cosines, double zero) {
    return new Signal("vector", weight, cosines::get, zero, false);
  }

  /** One record's value compared with the best candidate's. */
  record SignalValue(String name, double weight, double value, double zero, double best) {

    /** 0 to 1. */
    double normalised() {
      if (best <= zero) {
        return 0;
      }
      return Math.max(0, value - zero) / (best - zero);
    }
  }

  Optional<SignalValue> of(String id, double best) {
    Double value = values.apply(id);
    return value == null && !everywhere
        ? Optional.empty()
        : Optional.of(new SignalValue(name, weight, value == null ? zero : value, zero, best));
  }

  /** The highest value of some records. */
  double best(Collection<String> ids) {
    return ids.stream().mapToDouble(this::value).max().orElse(0);
  }

  /** The mean of what signals say of a record, by their weights, 0 to 1. */
  static double mean(List<SignalValue> readings) {
    double weights = weights(readings);
    double sum = 0;
    for (SignalValue reading : readings) {
      sum += reading.weight() * reading.normalised();
    }
    return weights == 0 ? 0 : sum / weights;
  }

  /** What the weights of signals add up to. */
  static double weights(List<SignalValue> readings) {
    double weights = 0;
    for (SignalValue reading : readings) {
      weights += reading.weight();
    }
    return weights;
  }

  double value(String id) {
    Double value = values.apply(id);
    return value == null ? zero : value;
  }
}
