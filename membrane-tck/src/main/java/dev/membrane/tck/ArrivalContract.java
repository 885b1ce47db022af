package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Records in the order of their inserts. */
interface ArrivalContract extends StoreUnderTest {

  @Test
  default void arrivals_come_in_the_order_of_their_inserts_and_go_on_after_an_id() {
    Samples samples = new Samples();
    List<Sample> all = new ArrayList<>(samples.facts(4));
    all.add(samples.fact().scope("a"));
    all.add(samples.of(Payloads.working("t", null)).scope("b"));
    all.add(samples.fact().scope("a").with(b -> b.sensitivity(Sensitivity.HIGH)));
    // So that ids are in another order than what they name.
    Collections.reverse(all);
    Writing.insert(store(), all.subList(0, 3));
    Writing.insert(store(), all.subList(3, 7));
    assertThat(arrived(Asking.forAll(), "", 100)).isEqualTo(ids(all));
    assertThat(arrived(Asking.forAll(), "", 3)).isEqualTo(ids(all.subList(0, 3)));
    assertThat(arrived(Asking.forAll(), all.get(2).id(), 3)).isEqualTo(ids(all.subList(3, 6)));
    assertThat(arrived(Asking.forAll(), all.get(6).id(), 3)).isEmpty();
    assertThat(arrived(Asking.forAll(), samples.id(), 3)).isEmpty();
  }

  @Test
  default void a_place_among_the_arrivals_stays_whatever_is_written() {
    Samples samples = new Samples();
    Sample first = samples.fact();
    Sample second = samples.fact().terms("old");
    Sample third = samples.fact();
    Writing.insert(store(), first, second, third);
    Writing.commit(store(), first.terms("new").replace(1), second.delete(1));
    assertThat(arrived(Asking.forAll(), "", 100)).isEqualTo(ids(List.of(first, third)));
    assertThat(arrived(Asking.forAll(), first.id(), 100)).isEqualTo(ids(List.of(third)));
    assertThat(arrived(Asking.forAll(), second.id(), 100)).isEqualTo(ids(List.of(third)));
    Sample fourth = samples.fact();
    Writing.insert(store(), fourth);
    assertThat(arrived(Asking.forAll(), second.id(), 100)).isEqualTo(ids(List.of(third, fourth)));
  }

  @Test
  default void only_arrivals_come_that_pass_the_filter() {
    Samples samples = new Samples();
    Sample open = samples.fact();
    Sample mine = samples.fact().scope("mine");
    Sample other = samples.fact().scope("other");
    Sample outline = samples.fact().with(b -> b.sensitivity(Sensitivity.LOW));
    Sample high = samples.fact().with(b -> b.sensitivity(Sensitivity.HIGH));
    Sample working = samples.of(Payloads.working("t", null));
    RevisionState gone = new RevisionState(null, null, RevisionStatus.RETRACTED);
    Sample retired = samples.of(Payloads.fact("s", "p", Validity.global(), gone));
    Writing.insert(store(), open, mine, other, outline, high, working, retired);
    Asking low = Asking.forAll().upTo(Sensitivity.PUBLIC);
    assertArrived(low, open, mine, other, working);
    assertArrived(low.withRedacted(), open, mine, other, outline, working);
    assertArrived(low.inScopes("mine"), open, mine, working);
    assertArrived(low.inScopes("mine").withRedacted(), open, mine, outline, working);
    assertArrived(low.inScopes(), open, working);
    assertArrived(low.ofTypes(MemoryType.WORKING), working);
    assertArrived(low.withRetired(), open, mine, other, working, retired);
  }

  @Test
  default void only_arrivals_come_that_carry_all_tags_and_are_of_the_thread() {
    Samples samples = new Samples();
    List<Sample> tagged = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      tagged.add(samples.fact().with(b -> b.tags(List.of("one", "two"))));
      Writing.insert(
          store(), samples.fact().with(b -> b.tags(List.of("one"))), tagged.get(i), samples.fact());
    }
    Sample working = samples.of(Payloads.working("t", null));
    Writing.insert(store(), samples.of(Payloads.working("u", null)), working);
    Asking both = Asking.forAll().tagged("one", "two");
    assertThat(arrived(both, "", 4)).isEqualTo(ids(tagged.subList(0, 4)));
    assertThat(arrived(both, tagged.get(3).id(), 4)).isEqualTo(ids(tagged.subList(4, 6)));
    assertArrived(Asking.forAll().ofThread("t"), working);
  }

  @Test
  default void arrivals_that_have_the_tags_and_do_not_hold_use_up_no_place() {
    Samples samples = new Samples();
    Instant before = Samples.START.minusSeconds(10);
    List<Sample> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(
          samples
              .of(Payloads.fact("s", "p", Payloads.timebox(before, before), null))
              .with(b -> b.tags(List.of("tag"))));
    }
    Sample holding = samples.fact().with(b -> b.tags(List.of("tag")));
    all.add(holding);
    Writing.insert(store(), all);
    assertThat(arrived(Asking.forAll().tagged("tag"), "", 2)).containsExactly(holding.id());
    assertThat(arrived(Asking.forAll(), "", 2)).containsExactly(holding.id());
  }

  @Test
  default void only_arrivals_come_that_were_created_and_updated_within_periods() {
    Samples samples = new Samples();
    List<Sample> all =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    samples
                        .fact()
                        .with(
                            b ->
                                b.createdAt(Samples.START.plusSeconds(i))
                                    .updatedAt(Samples.START.plusSeconds(10L - i))))
            .toList();
    Writing.insert(store(), all);
    Period middle = new Period(Samples.START.plusSeconds(1), Samples.START.plusSeconds(3));
    assertThat(arrived(middle, Period.ALWAYS)).isEqualTo(ids(all.subList(1, 3)));
    assertThat(arrived(new Period(Samples.START.plusSeconds(3), null), Period.ALWAYS))
        .isEqualTo(ids(all.subList(3, 4)));
    Period late = new Period(Samples.START.plusSeconds(8), Samples.START.plusSeconds(10));
    assertThat(arrived(Period.ALWAYS, late)).isEqualTo(ids(all.subList(1, 3)));
    assertThat(arrived(middle, new Period(null, Samples.START.plusSeconds(9))))
        .isEqualTo(ids(all.subList(2, 3)));
  }

  private void assertArrived(Asking asking, Sample... expected) {
    assertThat(arrived(asking, "", 100)).isEqualTo(ids(List.of(expected)));
  }

  private List<String> arrived(Asking asking, String after, int limit) {
    return store()
        .arrivals(new Arrivals(asking.filter(), Period.ALWAYS, Period.ALWAYS, after, limit));
  }

  private List<String> arrived(Period created, Period updated) {
    return store().arrivals(new Arrivals(Asking.forAll().filter(), created, updated, "", 100));
  }

  private static List<String> ids(List<Sample> samples) {
    return samples.stream().map(Sample::id).toList();
  }
}
