package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Neighbours;
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
        .isEqualTo(new Neighbours(second.id(), 3, hit(first, 1), hit(third, 0)));
    assertThat(beside(Asking.forAll(), first))
        .isEqualTo(new Neighbours(first.id(), 1, null, hit(second, 3)));
    assertThat(beside(Asking.forAll(), third))
        .isEqualTo(new Neighbours(third.id(), 0, hit(second, 3), null));
  }

  @Test
  default void all_that_are_asked_for_are_told_of_once() {
    Samples samples = new Samples();
    List<Sample> facts = samples.facts(5);
    Writing.insert(store(), facts);
    List<String> ids = List.of(facts.get(4).id(), facts.get(0).id(), facts.get(4).id(), "unknown");
    assertThat(store().neighbours(Asking.forAll().filter(), ids))
        .extracting(Neighbours::id)
        .containsExactlyInAnyOrder(facts.get(0).id(), facts.get(4).id());
    assertThat(store().neighbours(Asking.forAll().filter(), List.of())).isEmpty();
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
    assertThat(store().neighbours(Asking.forAll().inScopes().filter(), List.of(middle.id())))
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
    assertThat(store().neighbours(low.filter(), List.of(hidden.id()))).isEmpty();
    assertThat(beside(Asking.forAll(), middle).before()).isEqualTo(hit(hidden, 0));
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
        .isEqualTo(new Neighbours(third.id(), 0, null, hit(faint, 0)));
    assertThat(beside(Asking.forAll().tagged("tag").atLeast(0.5), third).after()).isNull();
    assertThat(store().neighbours(Asking.forAll().tagged("tag").filter(), List.of(second.id())))
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
        .isEqualTo(new Neighbours(second.id(), 0, hit(first, 1), hit(fourth, 0)));
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
        .isEqualTo(new Neighbours(middle.id(), 0, hit(before, 0), hit(after, 0)));
  }

  private Neighbours beside(Asking asking, Sample sample) {
    List<Neighbours> found = store().neighbours(asking.filter(), List.of(sample.id()));
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
