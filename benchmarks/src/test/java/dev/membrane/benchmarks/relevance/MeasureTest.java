package dev.membrane.benchmarks.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MeasureTest {

  /** Turns t1 to t40, the best first. */
  private static final List<String> ORDER =
      IntStream.rangeClosed(1, 40).mapToObj(place -> "t" + place).toList();

  @Test
  void evidence_at_places_2_7_and_12_of_four() {
    assertValues(Set.of("t2", "t7", "t12", "gone"), 0.25, 0.5, 0.75, 1.0, 1.0, 0.376_429_072, 0.5);
  }

  @Test
  void all_evidence_at_the_top() {
    assertValues(Set.of("t1", "t2"), 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
  }

  @Test
  void evidence_just_below_each_depth() {
    assertValues(Set.of("t6"), 0.0, 1.0, 1.0, 0.0, 1.0, 0.356_207_187, 1.0 / 6);
    assertValues(Set.of("t11"), 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 / 11);
    assertValues(Set.of("t26"), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0 / 26);
  }

  @Test
  void an_empty_order_finds_nothing() {
    assertThat(Measure.values())
        .allSatisfy(it -> assertThat(it.of(List.of(), Set.of("t1"))).isZero());
  }

  @Test
  void more_evidence_than_ten_places_can_still_be_ranked_ideally() {
    Set<String> evidence = Set.copyOf(ORDER.subList(0, 12));

    assertThat(Measure.NDCG_10.of(ORDER, evidence)).isEqualTo(1);
    assertThat(Measure.RECALL_ALL_10.of(ORDER, evidence)).isEqualTo(10.0 / 12);
  }

  @Test
  void an_interval_surrounds_its_mean_and_is_the_same_for_the_same_seed() {
    double[] values = IntStream.range(0, 200).mapToDouble(i -> i % 4 == 0 ? 1 : 0).toArray();

    Interval interval = Interval.of(values, 7);

    assertThat(interval).isEqualTo(Interval.of(values, 7)).isNotEqualTo(Interval.of(values, 8));
    assertThat(interval.mean()).isEqualTo(0.25);
    // 1.96 times the standard error, 0.0306.
    assertThat(interval.low()).isCloseTo(0.19, within(0.015));
    assertThat(interval.high()).isCloseTo(0.31, within(0.015));
  }

  @Test
  void an_interval_of_equal_values_is_a_point() {
    assertThat(Interval.of(new double[] {0.5, 0.5, 0.5}, 1)).isEqualTo(new Interval(0.5, 0.5, 0.5));
  }

  private static void assertValues(Set<String> evidence, Double... expected) {
    assertThat(Stream.of(Measure.values()).map(it -> it.of(ORDER, evidence)))
        .usingElementComparator(MeasureTest::roughly)
        .containsExactly(expected);
  }

  private static int roughly(double one, double other) {
    return Math.abs(one - other) < 1e-6 ? 0 : Double.compare(one, other);
  }
}
