package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.Neighbours.Neighbour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What arrived next to a record. */
interface NeighbourContract extends StoreUnderTest {

  @Test
  default void neighbours_are_what_was_inserted_just_before_and_just_after() {
    Samples samples = new Samples();
    Sample first = samples.fact().terms("a");
    Sample second = samples.fact().terms("a", "b", "b");
    Sample third = samples.fact();
    Writing.insert(store(), first);
    Writing.insert(store(), second, third);
    assertThat(beside(Asking.forAll(), second))
        .isEqualTo(neighbours(second, 3, at(-1, first, 1), at(1, third, 0)));
    assertThat(beside(Asking.forAll(), first)).isEqualTo(neighbours(first, 1, at(1, second, 3)));
    assertThat(beside(Asking.forAll(), third)).isEqualTo(neighbours(third, 0, at(-1, second, 3)));
  }

  @Test
  default void all_that_are_asked_for_are_told_of_once() {
    Samples samples = new Samples();
    List<Sample> facts = samples.facts(5);
    Writing.insert(store(), facts);
    List<String> ids = List.of(facts.get(4).id(), facts.get(0).id(), facts.get(4).id(), "unknown");
    assertThat(store().neighbours(Asking.forAll().filter(), ids, 1))
        .extracting(Neighbours::id)
        .containsExactlyInAnyOrder(facts.get(0).id(), facts.get(4).id());
    assertThat(store().neighbours(Asking.forAll().filter(), List.of(), 1)).isEmpty();
  }

  @Test
  default void records_of_other_scopes_and_types_are_no_neighbours() {
    Samples samples = new Samples();
    Sample before = samples.fact().scope("mine");
    Sample middle = samples.fact().scope("mine");
    Sample after = samples.fact().scope("mine");
    Writing.insert(store(), before, samples.fact(), samples.fact().scope("other"));
    Writing.insert(store(), middle, samples.of(Payloads.working("t", null)).scope("mine"), after);
    assertBeside(Asking.forAll(), before, middle, after);
    assertBeside(Asking.forAll().inScopes("mine"), before, middle, after);
    assertThat(store().neighbours(Asking.forAll().inScopes().filter(), List.of(middle.id()), 1))
        .isEmpty();
  }

  @Test
  default void what_may_not_be_seen_in_full_stands_between_nobody() {
    Samples samples = new Samples();
    Sample before = samples.fact();
    Sample hidden = samples.fact().with(b -> b.sensitivity(Sensitivity.LOW));
    Sample middle = samples.fact();
    Sample after = samples.fact();
    Writing.insert(store(), before, hidden, middle, hidden(samples), after);
    Asking low = Asking.forAll().upTo(Sensitivity.PUBLIC).withRedacted();
    assertBeside(low, before, middle, after);
    assertThat(store().neighbours(low.filter(), List.of(hidden.id()), 1)).isEmpty();
    assertThat(beside(Asking.forAll(), middle).all()).contains(at(-1, hidden, 0));
  }

  private static Sample hidden(Samples samples) {
    return samples.fact().with(b -> b.sensitivity(Sensitivity.LOW));
  }

  @Test
  default void what_is_retired_stands_between_nobody_unless_it_counts() {
    Samples samples = new Samples();
    Sample before = samples.fact();
    Sample retired = samples.of(retracted());
    Sample middle = samples.fact();
    Sample after = samples.fact();
    Writing.insert(store(), before, retired, middle, after);
    assertBeside(Asking.forAll(), before, middle, after);
    assertBeside(Asking.forAll().withRetired(), retired, middle, after);
  }

  private static SemanticPayload retracted() {
    RevisionState state = new RevisionState(null, null, RevisionStatus.RETRACTED);
    return Payloads.fact("s", "p", Validity.global(), state);
  }

  @Test
  default void a_neighbour_that_does_not_pass_is_left_out_and_none_takes_its_place() {
    Samples samples = new Samples();
    Sample first = samples.fact().with(b -> b.tags(List.of("tag")));
    Sample second = samples.fact();
    Sample third = samples.fact().with(b -> b.tags(List.of("tag")));
    Sample faint = samples.fact().with(b -> b.tags(List.of("tag"))).salience(0.1);
    Writing.insert(store(), first, second, third, faint);
    assertThat(beside(Asking.forAll().tagged("tag"), third))
        .isEqualTo(neighbours(third, 0, at(1, faint, 0)));
    assertThat(beside(Asking.forAll().tagged("tag").atLeast(0.5), third).all()).isEmpty();
    assertThat(store().neighbours(Asking.forAll().tagged("tag").filter(), List.of(second.id()), 1))
        .isEmpty();
  }

  @Test
  default void what_changes_keeps_its_place_and_what_is_deleted_leaves_it() {
    Samples samples = new Samples();
    Sample first = samples.fact();
    Sample second = samples.fact();
    Sample third = samples.fact();
    Sample fourth = samples.fact();
    Writing.insert(store(), first, second, third, fourth);
    Writing.commit(store(), first.terms("new").replace(1), third.delete(1));
    assertThat(beside(Asking.forAll(), second))
        .isEqualTo(neighbours(second, 0, at(-1, first, 1), at(1, fourth, 0)));
  }

  @Test
  default void all_within_reach_come_in_the_order_of_their_arrival() {
    List<Sample> facts = lastFirst(new Samples().facts(9));
    Writing.insert(store(), facts.subList(0, 5));
    Writing.insert(store(), facts.subList(5, 9));
    assertThat(distances(Asking.forAll(), facts, 4, 1)).containsExactly(-1, 1);
    assertThat(distances(Asking.forAll(), facts, 4, 3)).containsExactly(-3, -2, -1, 1, 2, 3);
    assertThat(distances(Asking.forAll(), facts, 0, 3)).containsExactly(1, 2, 3);
    assertThat(distances(Asking.forAll(), facts, 7, 3)).containsExactly(-3, -2, -1, 1);
    assertThat(distances(Asking.forAll(), facts, 8, 100)).hasSize(8).startsWith(-8).endsWith(-1);
  }

  /** So that ids are in another order than what they name. */
  private static List<Sample> lastFirst(List<Sample> samples) {
    List<Sample> reversed = new ArrayList<>(samples);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  default void the_farthest_reach_is_a_hundred_each_way() {
    List<Sample> facts = new Samples().facts(205);
    Writing.insert(store(), facts);
    assertThat(distances(Asking.forAll(), facts, 102, 100))
        .hasSize(200)
        .startsWith(-100)
        .endsWith(100);
    for (int reach : List.of(-1, 0, 101)) {
      Expected.refusal(
          IllegalArgumentException.class,
          "a reach of " + reach,
          () -> store().neighbours(Asking.forAll().filter(), List.of(facts.get(102).id()), reach));
    }
  }

  @Test
  default void each_that_is_asked_for_has_neighbours_of_its_own() {
    Samples samples = new Samples();
    List<Sample> mine = scoped(samples, "mine");
    List<Sample> others = scoped(samples, "other");
    for (int i = 0; i < mine.size(); i++) {
      Writing.insert(store(), mine.get(i), others.get(i));
    }
    Sample first = mine.get(0);
    Sample last = others.get(4);
    assertThat(store().neighbours(Asking.forAll().filter(), List.of(first.id(), last.id()), 2))
        .containsExactlyInAnyOrder(
            neighbours(first, 0, at(1, mine.get(1), 0), at(2, mine.get(2), 0)),
            neighbours(last, 0, at(-2, others.get(2), 0), at(-1, others.get(3), 0)));
  }

  private static List<Sample> scoped(Samples samples, String scope) {
    return samples.facts(5).stream().map(fact -> fact.scope(scope)).toList();
  }

  @Test
  default void a_position_whose_record_does_not_pass_is_a_hole() {
    List<Sample> facts = new ArrayList<>(new Samples().facts(9));
    for (int place : List.of(0, 1, 4, 6, 8)) {
      facts.set(place, facts.get(place).with(b -> b.tags(List.of("tag"))));
    }
    Writing.insert(store(), facts);
    assertThat(distances(Asking.forAll().tagged("tag"), facts, 4, 3)).containsExactly(-3, 2);
    assertThat(distances(Asking.forAll().tagged("tag"), facts, 4, 4)).containsExactly(-4, -3, 2, 4);
    assertThat(distances(Asking.forAll().tagged("tag"), facts, 4, 1)).isEmpty();
  }

  @Test
  default void levels_and_ways_to_decay_make_no_difference_to_the_order() {
    List<Sensitivity> levels = List.of(Sensitivity.PUBLIC, Sensitivity.LOW, Sensitivity.MEDIUM);
    Samples samples = new Samples();
    List<Sample> facts = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Sensitivity level = levels.get(i % levels.size());
      long halfLife = 3600L + i % 4;
      DecayCurve curve = i % 2 == 0 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
      facts.add(
          samples
              .fact()
              .with(b -> b.sensitivity(level))
              .lifecycle(any -> Samples.decaying(curve, halfLife, null)));
    }
    Writing.insert(store(), facts);
    assertThat(distances(Asking.forAll(), facts, 5, 4)).containsExactly(-4, -3, -2, -1, 1, 2, 3, 4);
    List<Sample> seen = new ArrayList<>(facts);
    seen.removeIf(fact -> fact.record().sensitivity() == Sensitivity.MEDIUM);
    Asking below = Asking.forAll().upTo(Sensitivity.LOW).withRedacted();
    assertThat(distances(below, seen, 3, 4)).containsExactly(-3, -2, -1, 1, 2, 3, 4);
  }

  @Test
  default void what_is_retired_takes_a_position_only_if_it_counts() {
    Samples samples = new Samples();
    List<Sample> all = new ArrayList<>();
    List<Sample> open = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Sample fact = samples.fact();
      open.add(fact);
      all.addAll(List.of(fact, samples.of(retracted())));
    }
    Writing.insert(store(), all);
    assertThat(distances(Asking.forAll(), open, 2, 3)).containsExactly(-2, -1, 1, 2, 3);
    assertThat(distances(Asking.forAll().withRetired(), all, 4, 3))
        .containsExactly(-3, -2, -1, 1, 2, 3);
  }

  /**
   * The distances at which a record has neighbours.
   *
   * @param inOrder all records that have a position, by which the neighbours are checked
   */
  private List<Integer> distances(Asking asking, List<Sample> inOrder, int place, int reach) {
    Neighbours found = beside(asking, inOrder.get(place), reach);
    assertThat(found.all())
        .allSatisfy(
            near ->
                assertThat(near)
                    .isEqualTo(at(near.distance(), inOrder.get(place + near.distance()), 0)));
    return found.all().stream().map(Neighbour::distance).toList();
  }

  private static Neighbours neighbours(Sample middle, int length, Neighbour... all) {
    return new Neighbours(middle.id(), length, List.of(all));
  }

  private static Neighbour at(int distance, Sample sample, int length) {
    return new Neighbour(distance, hit(sample, length));
  }

  private static Hit hit(Sample sample, int length) {
    double log2Salience =
        sample
            .record()
            .lifecycle()
            .log2SalienceAt(sample.anchor().salience(), sample.anchor().at(), Samples.START);
    return new Hit(
        sample.id(),
        sample.record().createdAt(),
        log2Salience,
        Map.of(),
        length,
        sample.terms().mark());
  }

  private void assertBeside(Asking asking, Sample before, Sample middle, Sample after) {
    assertThat(beside(asking, middle))
        .isEqualTo(neighbours(middle, 0, at(-1, before, 0), at(1, after, 0)));
  }

  private Neighbours beside(Asking asking, Sample sample) {
    return beside(asking, sample, 1);
  }

  private Neighbours beside(Asking asking, Sample sample, int reach) {
    List<Neighbours> found = store().neighbours(asking.filter(), List.of(sample.id()), reach);
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
