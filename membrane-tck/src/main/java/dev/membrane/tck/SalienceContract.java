package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * The order by live salience: at every instant that of the formula, without any background work.
 */
interface SalienceContract extends StoreUnderTest {

  @Test
  default void ties_are_broken_by_creation_newest_first_and_then_by_id_smallest_first() {
    Samples samples = new Samples();
    Sample smallId = samples.fact();
    Sample largeId = samples.fact();
    Sample newest = createdAt(samples.fact(), Samples.START.plusNanos(1000));
    Sample oldest = createdAt(samples.fact(), Samples.START.minusNanos(1000));
    Sample strongest = createdAt(samples.fact(), Samples.START.minusSeconds(9)).salience(1.5);
    Writing.insert(store(), oldest, largeId, newest, smallId, strongest);
    Asking.forAll().finds(store(), strongest, newest, smallId, largeId, oldest);
    assertThat(Asking.forAll().ids(store(), 3))
        .containsExactly(strongest.id(), newest.id(), smallId.id());
  }

  @Test
  default void ties_are_broken_alike_among_records_of_no_salience() {
    Samples samples = new Samples();
    Sample second = samples.fact().salience(0);
    Sample third = samples.fact().salience(0);
    Sample first = createdAt(samples.fact(), Samples.START.plusSeconds(1)).salience(0);
    Writing.insert(store(), third, second, first);
    Asking.forAll().finds(store(), first, second, third);
    assertThat(Asking.forAll().ids(store(), 1)).containsExactly(first.id());
  }

  @Test
  default void a_floor_stops_the_decay_where_others_sink_below() {
    Samples samples = new Samples();
    Sample floored = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 3600, 0.2).salience(0.5);
    Sample sinking = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 3600, null);
    Writing.insert(store(), floored, sinking);
    Asking.forAll().finds(store(), sinking, floored);
    Asking.forAll().at(Samples.START.plusSeconds(2 * 3600)).finds(store(), sinking, floored);
    Asking.forAll().at(Samples.START.plusSeconds(3 * 3600)).finds(store(), floored, sinking);
    assertThat(Asking.forAll().at(Samples.START.plusSeconds(30 * 3600)).ids(store(), 1))
        .containsExactly(floored.id());
  }

  @Test
  default void a_floor_above_the_salience_does_not_raise_it() {
    Samples samples = new Samples();
    Sample low = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 3600, 0.9).salience(0.1);
    Sample higher = samples.fact().salience(0.2);
    Writing.insert(store(), low, higher);
    Asking.forAll().finds(store(), higher, low);
    Asking.forAll().at(Samples.START.plusSeconds(2 * 3600)).finds(store(), low, higher);
  }

  @Test
  default void a_pinned_record_keeps_its_place() {
    Samples samples = new Samples();
    Sample pinned = samples.fact().salience(0.3).lifecycle(lifecycle -> lifecycle.withPinned(true));
    Sample decaying = samples.fact();
    Writing.insert(store(), pinned, decaying);
    Asking.forAll().finds(store(), decaying, pinned);
    Asking.forAll().at(Samples.START.plusSeconds(2 * 3600)).finds(store(), pinned, decaying);
  }

  @Test
  default void a_straight_line_falls_to_nothing() {
    Samples samples = new Samples();
    Sample linear = decaying(samples.fact(), DecayCurve.LINEAR, 3600, null).salience(1.2);
    Sample curved = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 3600, null);
    Writing.insert(store(), linear, curved);
    Asking.forAll().at(Samples.START.plusSeconds(3600)).finds(store(), linear, curved);
    Asking.forAll().at(Samples.START.plusSeconds(6000)).finds(store(), curved, linear);
    Asking.forAll()
        .at(Samples.START.plusSeconds(7200))
        .atLeast(Double.MIN_VALUE)
        .finds(store(), curved);
  }

  @Test
  default void before_its_anchor_a_record_has_the_anchor_s_salience() {
    Samples samples = new Samples();
    Sample future = samples.fact().anchor(0.8, Samples.START.plusSeconds(86_400));
    Sample now = samples.fact();
    Writing.insert(store(), future, now);
    Asking.forAll().finds(store(), now, future);
    Asking.forAll().at(Samples.START.plusSeconds(3600)).finds(store(), future, now);
  }

  @Test
  default void records_far_below_what_a_double_can_hold_are_still_told_apart() {
    Samples samples = new Samples();
    Sample first = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 1, null);
    Sample second = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 1, null).salience(0.9);
    Sample third = createdAt(samples.fact(), Samples.START.plusSeconds(1)).salience(0);
    Sample slow = decaying(samples.fact(), DecayCurve.EXPONENTIAL, 2, null);
    Writing.insert(store(), third, second, first, slow);
    Instant muchLater = Samples.START.plus(Duration.ofDays(3650));
    assertThat(first.stored().salienceAt(muchLater)).isZero();
    Asking.forAll().at(muchLater).finds(store(), slow, first, second, third);
    assertThat(Asking.forAll().at(muchLater).ids(store(), 2))
        .containsExactly(slow.id(), first.id());
  }

  @Test
  default void a_hit_tells_creation_and_the_logarithm_of_live_salience_exactly() {
    Sample sample = createdAt(new Samples().fact(), Samples.START.minusSeconds(77)).salience(0.7);
    Writing.insert(store(), sample);
    Instant at = Samples.START.plusNanos(123_456_789_000L);
    Filter filter = Asking.forAll().at(at).filter();
    assertThat(store().search(filter, 1))
        .containsExactly(Ledger.hit(new Ledger.LedgerEntry(sample, 1), at, List.of()));
  }

  @Test
  default void a_new_anchor_moves_the_record() {
    Samples samples = new Samples();
    Sample strong = samples.fact();
    Sample weak = samples.fact().salience(0.4);
    Writing.insert(store(), strong, weak);
    Asking.forAll().finds(store(), strong, weak);
    Writing.commit(store(), strong.salience(0.1).replace(1));
    Asking.forAll().finds(store(), weak, strong);
    Writing.commit(store(), weak.salience(0).replace(1));
    Asking.forAll().finds(store(), strong, weak);
    Sample slow = decaying(weak, DecayCurve.EXPONENTIAL, 1_000_000, null).salience(0.05);
    Writing.commit(store(), slow.replace(2));
    Asking.forAll().finds(store(), strong, weak);
    Asking.forAll().at(Samples.START.plusSeconds(7200)).finds(store(), weak, strong);
  }

  @Test
  default void many_random_records_come_in_the_order_of_their_live_salience(TestInfo test) {
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    assertOrder(samples.next(Trials.of(150)), new Ledger(), random);
  }

  @Test
  default void so_do_records_of_very_many_half_lives(TestInfo test) {
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    List<Sample> varied =
        samples.next(Trials.of(200)).stream()
            .map(
                sample ->
                    decaying(
                        sample,
                        DecayCurve.EXPONENTIAL,
                        1 + random.nextInt(5_000_000),
                        random.nextInt(4) == 0 ? random.nextDouble() : null))
            .toList();
    assertOrder(varied, new Ledger(), random);
  }

  @Test
  default void so_do_records_after_many_updates_and_deletions(TestInfo test) {
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    Ledger ledger = new Ledger();
    assertOrder(samples.next(Trials.of(60)), ledger, random);
    for (int round = 0; round < 3; round++) {
      List<Change> changes = new ArrayList<>();
      for (Ledger.LedgerEntry entry : ledger.entries()) {
        switch (random.nextInt(4)) {
          case 0 -> changes.add(entry.sample().delete(entry.version()));
          case 1 -> changes.add(samples.again(entry.sample()).replace(entry.version()));
          case 2 ->
              changes.add(
                  entry
                      .sample()
                      .anchor(samples.salience(), samples.instant())
                      .replace(entry.version()));
          default -> {}
        }
      }
      Writing.commit(store(), changes);
      ledger.write(changes);
      assertOrder(samples.next(Trials.of(40)), ledger, random);
    }
  }

  private void assertOrder(List<Sample> inserted, Ledger ledger, Random random) {
    Writing.insert(store(), inserted);
    inserted.forEach(sample -> ledger.write(sample.insert()));
    for (Instant at : instants(random)) {
      Filter filter = Asking.forAll().withRetired().at(at).filter();
      for (int limit : List.of(1, 20, 137, 10_000)) {
        List<Hit> found = store().search(filter, limit);
        assertThat(found)
            .as("at %s, limit %s", at, limit)
            .isEqualTo(ledger.bySalience(filter, limit));
      }
      tagged(at).forEach(asking -> assertOrder(asking, ledger, 1 + random.nextInt(50)));
    }
  }

  private void assertOrder(Asking asking, Ledger ledger, int limit) {
    Filter filter = asking.filter();
    assertThat(store().search(filter, limit))
        .as("%s, limit %s", asking, limit)
        .isEqualTo(ledger.bySalience(filter, limit));
  }

  /** With tags that half of the random records carry, two of them a quarter. */
  private static List<Asking> tagged(Instant at) {
    Asking all = Asking.forAll().withRetired().at(at);
    return List.of(
        all.tagged("red"),
        all.tagged("green", "red"),
        all.tagged("blue").ofTypes(MemoryType.SEMANTIC).atLeast(0.25),
        all.tagged("blue").upTo(Sensitivity.MEDIUM).withRedacted(),
        all.tagged("green").inScopes("alpha"),
        all.tagged("blue", "red").inScopes("alpha", "beta", "gamma"));
  }

  /** Among and long after the anchors, in whole microseconds. */
  private static List<Instant> instants(Random random) {
    List<Instant> instants =
        new ArrayList<>(
            IntStream.range(0, Trials.of(1))
                .mapToObj(
                    i -> Samples.START.minusNanos(1000L * random.nextInt(60 * 86_400) * 1_000_000L))
                .toList());
    instants.add(Samples.START);
    instants.add(Samples.START.plus(Duration.ofHours(random.nextInt(1000))));
    instants.add(Samples.START.plus(Duration.ofDays(36_500)));
    return instants;
  }

  private static Sample createdAt(Sample sample, Instant instant) {
    return sample.with(builder -> builder.createdAt(instant));
  }

  private static Sample decaying(
      Sample sample, DecayCurve curve, long halfLifeSeconds, @Nullable Double floor) {
    return sample.lifecycle(old -> Samples.decaying(curve, halfLifeSeconds, floor));
  }
}
