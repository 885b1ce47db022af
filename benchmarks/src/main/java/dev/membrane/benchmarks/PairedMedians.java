package dev.membrane.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Two things measured in turns, so that what disturbs one of them disturbs the other as well.
 *
 * @param one the median of the first
 * @param other the median of the second
 * @param ratio the median over the turns of the first divided by the second
 */
record PairedMedians(double one, double other, double ratio) {

  static PairedMedians of(int count, DoubleSupplier first, DoubleSupplier second) {
    List<Double> ones = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    for (int turn = 0; turn < count; turn++) {
      ones.add(first.getAsDouble());
      others.add(second.getAsDouble());
    }
    return of(ones, others);
  }

  /** One figure of what was measured in turns. */
  static <T> PairedMedians of(List<T> ones, List<T> others, ToDoubleFunction<? super T> figure) {
    return of(
        ones.stream().map(figure::applyAsDouble).toList(),
        others.stream().map(figure::applyAsDouble).toList());
  }

  /** What was measured in turns. */
  static PairedMedians of(List<Double> ones, List<Double> others) {
    List<Double> ratios = new ArrayList<>();
    for (int turn = 0; turn < ones.size(); turn++) {
      ratios.add(ones.get(turn) / others.get(turn));
    }
    return new PairedMedians(median(ones), median(others), median(ratios));
  }

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : DoubleStream.of(sorted[middle - 1], sorted[middle]).average().orElseThrow();
  }
}
