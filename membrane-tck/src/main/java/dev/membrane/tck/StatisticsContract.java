package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.store.Statistics;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Figures over everything that is stored. */
interface StatisticsContract extends StoreUnderTest {

  @Test
  default void an_empty_store_answers_zeros() {
    assertSame(
        store().statistics(Samples.START),
        new Statistics(Map.of(), 0, 0, List.of(0L, 0L, 0L, 0L, 0L), 0, 0, 0, Map.of(), 0, 0));
  }

  @Test
  default void salience_is_counted_in_five_bands_of_its_live_value() {
    Samples samples = new Samples();
    double[] values = {0, 0.19, 0.2, 0.39, 0.4, 0.59, 0.6, 0.79, 0.8, 1, 7};
    for (double value : values) {
      Writing.insert(
          store(), samples.fact().salience(value).lifecycle(old -> old.withPinned(true)));
    }
    Writing.insert(store(), samples.fact().salience(1));
    Statistics now = store().statistics(Samples.START);
    assertThat(now.salienceDistribution()).containsExactly(2L, 2L, 2L, 2L, 4L);
    assertThat(now.activeRecords()).isEqualTo(11);
    assertThat(now.pinnedRecords()).isEqualTo(11);
    Statistics later = store().statistics(Samples.START.plusSeconds(4 * 3600));
    assertThat(later.salienceDistribution()).containsExactly(3L, 2L, 2L, 2L, 3L);
  }

  @Test
  default void the_mean_of_saliences_whose_sum_is_no_number_is_one() {
    Samples samples = new Samples();
    double[] values = {1.7e308, 1.7e308, Double.MAX_VALUE, 1e289, 0.5};
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < values.length; i++) {
      double value = values[i];
      Writing.insert(
          store(), samples.fact().salience(value).lifecycle(old -> old.withPinned(true)));
      sum = sum.add(new BigDecimal(value));
      double mean = sum.divide(BigDecimal.valueOf(i + 1), MathContext.DECIMAL64).doubleValue();
      assertThat(store().statistics(Samples.START).avgSalience())
          .isCloseTo(mean, withinPercentage(1e-9));
    }
    assertThat(store().statistics(Samples.START).salienceDistribution())
        .containsExactly(0L, 0L, 1L, 0L, 4L);
  }

  @Test
  default void a_mean_is_never_above_the_largest_number() {
    Samples samples = new Samples();
    for (int i = 0; i < 7; i++) {
      Writing.insert(
          store(),
          samples.fact().salience(Double.MAX_VALUE).lifecycle(old -> old.withPinned(true)));
    }
    assertThat(store().statistics(Samples.START).avgSalience())
        .isFinite()
        .isCloseTo(Double.MAX_VALUE, withinPercentage(1e-9));
  }

  @Test
  default void growth_counts_what_was_created_in_the_24_hours_up_to_the_instant() {
    Samples samples = new Samples();
    Instant dayBefore = Samples.START.minus(Duration.ofHours(24));
    List<Instant> created =
        List.of(
            dayBefore.minusNanos(1000),
            dayBefore,
            Samples.START.minusSeconds(5),
            Samples.START,
            Samples.START.plusNanos(1000));
    created.forEach(
        instant ->
            Writing.insert(store(), samples.fact().with(builder -> builder.createdAt(instant))));
    assertThat(store().statistics(Samples.START).createdInLastDay()).isEqualTo(3);
  }

  @Test
  default void the_audit_entries_of_deleted_records_still_count() {
    Sample sample =
        new Samples()
            .fact()
            .logging(Sample.entry(AuditAction.CREATE, ""), Sample.entry(AuditAction.REINFORCE, ""));
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.logging(Sample.entry(AuditAction.DELETE, "")).delete(1));
    Statistics statistics = store().statistics(Samples.START);
    assertThat(present(statistics.recordsByType())).isEmpty();
    assertThat(present(statistics.auditEntriesByAction()))
        .isEqualTo(
            Map.of(AuditAction.CREATE, 1L, AuditAction.REINFORCE, 1L, AuditAction.DELETE, 1L));
  }

  @Test
  default void figures_equal_a_recount_through_random_writes(TestInfo test) {
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    Ledger ledger = new Ledger();
    for (int round = 0; round < 8; round++) {
      List<Change> changes = new ArrayList<>();
      samples.next(40).forEach(sample -> changes.add(sample.insert()));
      for (Ledger.LedgerEntry entry : ledger.entries()) {
        switch (random.nextInt(8)) {
          case 0 -> changes.add(entry.sample().delete(entry.version()));
          case 1 -> changes.add(samples.again(entry.sample()).replace(entry.version()));
          default -> {}
        }
      }
      Writing.commit(store(), changes);
      ledger.write(changes);
      // Off the hours of the anchors, so that no value lies on the edge of a band by rounding.
      Instant at = samples.instant().plusNanos(1_234_567_000L);
      assertSame(store().statistics(at), ledger.statistics(at));
    }
  }

  /** So many that a store that keeps figures in parts has several of each kind. */
  @Test
  default void figures_of_many_records_equal_a_recount_at_any_instant(TestInfo test) {
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    Ledger ledger = new Ledger();
    List<Duration> ages =
        List.of(-70, -30, -1, 0, 1, 40, 4_000).stream()
            .map(days -> Duration.ofDays(days).plusNanos(1_234_567_000L))
            .toList();
    for (int round = 0; round < 4; round++) {
      List<Change> changes = new ArrayList<>();
      samples.next(Trials.of(120)).forEach(sample -> changes.add(sample.insert()));
      for (Ledger.LedgerEntry entry : ledger.entries()) {
        switch (random.nextInt(round == 3 ? 2 : 6)) {
          case 0 -> changes.add(entry.sample().delete(entry.version()));
          case 1 -> changes.add(samples.again(entry.sample()).replace(entry.version()));
          default -> {}
        }
      }
      Writing.commit(store(), changes);
      ledger.write(changes);
      for (Duration age : ages) {
        Instant at = Samples.START.plus(age);
        assertSame(store().statistics(at), ledger.statistics(at));
      }
    }
  }

  /** Counts are exact; means may be added up in another order. */
  private static void assertSame(Statistics actual, Statistics expected) {
    assertThat(actual.salienceDistribution()).isEqualTo(expected.salienceDistribution());
    assertThat(actual.activeRecords()).isEqualTo(expected.activeRecords());
    assertThat(actual.pinnedRecords()).isEqualTo(expected.pinnedRecords());
    assertThat(actual.createdInLastDay()).isEqualTo(expected.createdInLastDay());
    assertThat(present(actual.recordsByType())).isEqualTo(present(expected.recordsByType()));
    assertThat(present(actual.auditEntriesByAction()))
        .isEqualTo(present(expected.auditEntriesByAction()));
    assertThat(actual.avgSalience()).isCloseTo(expected.avgSalience(), within(1e-9));
    assertThat(actual.avgConfidence()).isCloseTo(expected.avgConfidence(), within(1e-9));
    assertThat(actual.meanSuccessRate()).isCloseTo(expected.meanSuccessRate(), within(1e-9));
    assertThat(actual.meanExecutionCount()).isCloseTo(expected.meanExecutionCount(), within(1e-9));
  }

  private static <K> Map<K, Long> present(Map<K, Long> counts) {
    Map<K, Long> present = new HashMap<>(counts);
    present.values().removeIf(count -> count == 0);
    return present;
  }
}
