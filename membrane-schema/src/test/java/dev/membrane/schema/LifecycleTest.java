package dev.membrane.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LifecycleTest {

  private static final Instant T0 = Samples.T0;
  private static final long HALF_LIFE = 3_600;
  private static final long[] HALF_LIVES = {
    1, HALF_LIFE, 30 * 86_400L, 1_000 * 31_556_952L, Long.MAX_VALUE
  };
  private static final Instant[] ANCHORS = {
    T0, T0.plusNanos(999_999_000), Timestamps.MIN, Timestamps.MAX
  };

  @Test
  void an_exponential_halves_with_every_half_life() {
    Lifecycle lifecycle = lifecycle(DecayCurve.EXPONENTIAL, null);

    assertThat(lifecycle.salienceAt(0.8, T0, T0)).isEqualTo(0.8);
    assertThat(lifecycle.salienceAt(0.8, T0, after(HALF_LIFE))).isEqualTo(0.4);
    assertThat(lifecycle.salienceAt(0.8, T0, after(3 * HALF_LIFE))).isEqualTo(0.1);
    assertThat(lifecycle.salienceAt(0.8, T0, after(HALF_LIFE / 2)))
        .isCloseTo(0.8 / Math.sqrt(2), within(1e-15));
  }

  @Test
  void a_line_is_at_half_after_one_half_life_and_at_nothing_after_two() {
    Lifecycle lifecycle = lifecycle(DecayCurve.LINEAR, null);

    assertThat(lifecycle.salienceAt(0.8, T0, T0)).isEqualTo(0.8);
    assertThat(lifecycle.salienceAt(0.8, T0, after(HALF_LIFE / 2))).isCloseTo(0.6, within(1e-15));
    assertThat(lifecycle.salienceAt(0.8, T0, after(HALF_LIFE))).isEqualTo(0.4);
    assertThat(lifecycle.salienceAt(0.8, T0, after(2 * HALF_LIFE))).isZero();
    assertThat(lifecycle.salienceAt(0.8, T0, after(9 * HALF_LIFE))).isZero();
  }

  @Test
  void the_floor_stops_decay() {
    for (DecayCurve curve : new DecayCurve[] {DecayCurve.EXPONENTIAL, DecayCurve.LINEAR}) {
      Lifecycle lifecycle = lifecycle(curve, 0.3);
      assertThat(lifecycle.salienceAt(0.8, T0, after(HALF_LIFE))).isEqualTo(0.4);
      assertThat(lifecycle.salienceAt(0.8, T0, after(50 * HALF_LIFE))).isEqualTo(0.3);
    }
  }

  @Test
  void the_floor_never_raises_a_value_below_it() {
    for (DecayCurve curve : new DecayCurve[] {DecayCurve.EXPONENTIAL, DecayCurve.LINEAR}) {
      Lifecycle lifecycle = lifecycle(curve, 0.3);
      assertThat(lifecycle.salienceAt(0.2, T0, T0)).isEqualTo(0.2);
      assertThat(lifecycle.salienceAt(0.2, T0, after(HALF_LIFE))).isEqualTo(0.2);
      assertThat(lifecycle.salienceAt(0, T0, after(HALF_LIFE))).isZero();
      assertThat(lifecycle.log2SalienceAt(0.2, T0, after(HALF_LIFE)))
          .isCloseTo(log2(0.2), within(1e-12));
    }
  }

  @Test
  void before_the_anchor_nothing_decays() {
    Lifecycle lifecycle = lifecycle(DecayCurve.EXPONENTIAL, null);

    assertThat(lifecycle.salienceAt(0.8, T0, after(-HALF_LIFE))).isEqualTo(0.8);
    assertThat(lifecycle.salienceAt(0, T0, after(-5_000 * HALF_LIFE))).isZero();
    assertThat(lifecycle.log2SalienceAt(1, T0, after(-HALF_LIFE))).isZero();
  }

  @Test
  void a_pinned_record_keeps_its_salience() {
    Lifecycle pinned = lifecycle(DecayCurve.EXPONENTIAL, null).withPinned(true);

    assertThat(pinned.salienceAt(0.8, T0, after(1_000 * HALF_LIFE))).isEqualTo(0.8);
    assertThat(pinned.log2SalienceAt(0.5, T0, after(1_000 * HALF_LIFE))).isEqualTo(-1);
  }

  @Test
  void a_custom_curve_is_refused() {
    Lifecycle custom = lifecycle(DecayCurve.CUSTOM, null);

    assertThatThrownBy(() -> custom.salienceAt(1, T0, T0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("lifecycle.decay.curve");
  }

  @Test
  void time_counts_in_whole_microseconds() {
    Lifecycle lifecycle = lifecycle(DecayCurve.LINEAR, null);

    assertThat(lifecycle.salienceAt(1, T0, T0.plusNanos(999))).isEqualTo(1);
    assertThat(lifecycle.salienceAt(1, T0, T0.plusNanos(1_000)))
        .isLessThan(1)
        .isCloseTo(1 - 1e-6 / (2 * HALF_LIFE), within(1e-15))
        .isEqualTo(
            lifecycle.salienceAt(
                1,
                Instant.parse("2026-01-01T00:00:00.999999Z"),
                Instant.parse("2026-01-01T00:00:01.000000500Z")));
  }

  @Test
  void the_longest_half_life_and_the_longest_time_are_no_overflow() {
    DecayProfile decay = new DecayProfile(DecayCurve.EXPONENTIAL, Long.MAX_VALUE, null, null, null);
    Lifecycle lifecycle = new Lifecycle(decay, T0, false, DeletionPolicy.NEVER);

    assertThat(lifecycle.salienceAt(1, Timestamps.MIN, Timestamps.MAX)).isBetween(0.99, 1.0);
    assertThat(
            lifecycle(DecayCurve.EXPONENTIAL, null).salienceAt(1, Timestamps.MIN, Timestamps.MAX))
        .isZero();
  }

  @Test
  void the_logarithm_still_orders_what_a_double_cannot_hold() {
    Lifecycle lifecycle = lifecycle(DecayCurve.EXPONENTIAL, null);
    Instant late = after(5_000 * HALF_LIFE);

    assertThat(lifecycle.salienceAt(0.8, T0, late)).isZero();
    assertThat(lifecycle.log2SalienceAt(0.8, T0, late))
        .isCloseTo(log2(0.8) - 5_000, within(1e-9))
        .isLessThan(lifecycle.log2SalienceAt(0.9, T0, late));
    assertThat(lifecycle.log2SalienceAt(0, T0, late)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void the_logarithm_is_that_of_the_salience() {
    long seed = 20_250_115L;
    Random random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      DecayCurve curve = random.nextBoolean() ? DecayCurve.EXPONENTIAL : DecayCurve.LINEAR;
      Lifecycle lifecycle = lifecycle(curve, random.nextBoolean() ? random.nextDouble() : null);
      double s0 = 2 * random.nextDouble();
      Instant at = after(random.nextInt((int) (20 * HALF_LIFE)));
      double salience = lifecycle.salienceAt(s0, T0, at);
      assertThat(salience).as("seed %s, step %s", seed, i).isBetween(0.0, s0);
      double log2 = lifecycle.log2SalienceAt(s0, T0, at);
      if (salience == 0) {
        assertThat(log2).isEqualTo(Double.NEGATIVE_INFINITY);
      } else {
        assertThat(log2).as("seed %s, step %s", seed, i).isCloseTo(log2(salience), within(1e-9));
      }
    }
  }

  @Test
  void the_instant_of_falling_below_a_value_is_the_first_microsecond_below_it() {
    long seed = 20_261_121L;
    Random random = new Random(seed);
    int found = 0;
    for (int i = 0; i < 4_000; i++) {
      DecayCurve curve = random.nextBoolean() ? DecayCurve.EXPONENTIAL : DecayCurve.LINEAR;
      Double floor = random.nextBoolean() ? random.nextDouble() : null;
      Lifecycle lifecycle = lifecycle(curve, floor, HALF_LIVES[random.nextInt(HALF_LIVES.length)]);
      double s0 = random.nextInt(20) == 0 ? 0 : 2 * random.nextDouble();
      double threshold = random.nextInt(20) == 0 ? s0 : random.nextDouble();
      Instant t0 = ANCHORS[random.nextInt(ANCHORS.length)];
      Optional<Instant> first = lifecycle.fallsBelow(threshold, s0, t0);
      String step = "seed " + seed + ", step " + i;
      if (first.isEmpty()) {
        assertThat(lifecycle.salienceAt(s0, t0, Timestamps.MAX))
            .as(step)
            .isGreaterThanOrEqualTo(threshold);
      } else {
        found++;
        Instant at = first.get();
        assertThat(lifecycle.salienceAt(s0, t0, at)).as(step).isLessThan(threshold);
        if (at.isAfter(t0)) {
          assertThat(lifecycle.salienceAt(s0, t0, at.minusNanos(1_000)))
              .as(step)
              .isGreaterThanOrEqualTo(threshold);
        }
      }
    }
    assertThat(found).isBetween(1_000, 3_800);
  }

  @Test
  void what_is_pinned_never_falls() {
    Lifecycle pinned = lifecycle(DecayCurve.EXPONENTIAL, null).withPinned(true);

    assertThat(pinned.fallsBelow(0.5, 0.5, T0)).isEmpty();
    assertThat(pinned.fallsBelow(0.5, 0.4, T0)).contains(T0);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }

  private static Instant after(long seconds) {
    return T0.plusSeconds(seconds);
  }

  private static Lifecycle lifecycle(DecayCurve curve, Double minSalience) {
    return lifecycle(curve, minSalience, HALF_LIFE);
  }

  private static Lifecycle lifecycle(DecayCurve curve, Double minSalience, long halfLife) {
    DecayProfile decay = new DecayProfile(curve, halfLife, minSalience, null, null);
    return new Lifecycle(decay, T0, false, DeletionPolicy.AUTO_PRUNE);
  }
}
