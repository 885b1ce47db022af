package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who has a relation to a record, where episodes begin, how many records a scope has. */
interface RelatedContract extends StoreUnderTest {

  @Test
  default void records_are_found_by_what_they_have_a_relation_to() {
    Samples samples = new Samples();
    Sample target = samples.fact();
    Sample first = to(samples.fact(), target.id(), target.id());
    Sample other = to(samples.fact(), samples.id());
    Sample second = to(samples.fact().scope("a"), samples.id(), target.id());
    Sample third = to(samples.of(Payloads.working("t", null)), target.id());
    Writing.insert(store(), target, second, first, other);
    Writing.insert(store(), third);
    assertRelated(Visibility.ALL, target, second, first, third);
    assertThat(store().related(Visibility.ALL, List.of(target.id()), "", 2))
        .containsExactly(second.id(), first.id());
    assertThat(store().related(Visibility.ALL, List.of(target.id()), first.id(), 2))
        .containsExactly(third.id());
    assertThat(store().related(Visibility.ALL, List.of(target.id()), samples.id(), 2)).isEmpty();
    assertThat(store().related(Visibility.ALL, List.of(first.id()), "", 2)).isEmpty();
  }

  @Test
  default void records_with_a_relation_to_one_of_several_are_found_once() {
    Samples samples = new Samples();
    List<String> targets = Stream.generate(samples::id).limit(300).toList();
    String never = samples.id();
    Sample many = to(samples.fact(), targets.toArray(String[]::new));
    Sample last = to(samples.fact().scope("a"), targets.get(299));
    Sample other = to(samples.fact(), never);
    Sample first = to(samples.fact().scope("b"), targets.get(0), never);
    Writing.insert(store(), many, last, other, first);
    assertThat(store().related(Visibility.ALL, targets, "", 100))
        .containsExactly(many.id(), last.id(), first.id());
    assertThat(store().related(Visibility.ALL, targets, many.id(), 1)).containsExactly(last.id());
    assertThat(store().related(Visibility.ALL, List.of(targets.get(299), never), "", 100))
        .containsExactly(many.id(), last.id(), other.id(), first.id());
    assertThat(store().related(Visibility.ALL, List.of(), "", 100)).isEmpty();
  }

  @Test
  default void relations_of_what_is_not_seen_in_full_are_not_found() {
    Samples samples = new Samples();
    Sample target = samples.fact();
    Sample open = to(samples.fact(), target.id());
    Sample mine = to(samples.fact().scope("mine"), target.id());
    Sample other = to(samples.fact().scope("other"), target.id());
    Sample above = to(low(samples.fact()), target.id());
    Writing.insert(store(), target, open, mine, other, above);
    assertRelated(new Visibility(Sensitivity.PUBLIC, null), target, open, mine, other);
    assertRelated(new Visibility(Sensitivity.PUBLIC, Set.of("mine")), target, open, mine);
    assertRelated(new Visibility(Sensitivity.LOW, Set.of()), target, open, above);
  }

  @Test
  default void relations_that_are_made_and_that_go_are_followed() {
    Samples samples = new Samples();
    Sample target = samples.fact();
    Sample made = samples.fact();
    Sample gone = to(samples.fact(), target.id());
    Sample deleted = to(samples.fact(), target.id());
    Writing.insert(store(), target, made, gone, deleted);
    Writing.commit(
        store(),
        to(made, target.id()).replace(1),
        to(gone, samples.id()).replace(1),
        deleted.delete(1));
    assertRelated(Visibility.ALL, target, made);
  }

  @Test
  default void episodes_are_found_by_their_keys_where_they_begin() {
    Samples samples = new Samples();
    Sample first = samples.of(Payloads.episode("run 1"));
    Sample part =
        samples
            .of(Payloads.episode("run 1"))
            .with(
                builder ->
                    builder.relations(
                        List.of(new Relation(Relation.PART_OF, first.id(), null, null))));
    Sample other = samples.of(Payloads.episode("run_1")).scope("a");
    Sample again = samples.of(Payloads.episode("run 1"));
    Writing.insert(
        store(), samples.of(Payloads.episode(null)), other, first, part, samples.fact(), again);
    assertEpisodes(Visibility.ALL, null, other, first, again);
    assertEpisodes(Visibility.ALL, "run 1", first, again);
    assertEpisodes(Visibility.ALL, "run", new Sample[0]);
    assertThat(store().episodes(Visibility.ALL, null, "", 2))
        .containsExactly(other.id(), first.id());
    assertThat(store().episodes(Visibility.ALL, null, first.id(), 2)).containsExactly(again.id());
    assertThat(store().episodes(Visibility.ALL, null, samples.id(), 2)).isEmpty();
  }

  @Test
  default void episodes_that_are_not_seen_in_full_are_not_found() {
    Samples samples = new Samples();
    Sample open = samples.of(Payloads.episode("run"));
    Sample mine = samples.of(Payloads.episode("run")).scope("mine");
    Sample other = samples.of(Payloads.episode("run")).scope("other");
    Sample above = low(samples.of(Payloads.episode("run")));
    Writing.insert(store(), open, mine, other, above);
    assertEpisodes(new Visibility(Sensitivity.PUBLIC, null), "run", open, mine, other);
    assertEpisodes(new Visibility(Sensitivity.PUBLIC, Set.of("mine")), null, open, mine);
    assertEpisodes(new Visibility(Sensitivity.LOW, Set.of()), null, open, above);
  }

  @Test
  default void scopes_are_told_with_how_many_records_are_seen_in_full() {
    Samples samples = new Samples();
    String longName = "long".repeat(1_000);
    Sample gone = samples.fact().scope("b");
    Writing.insert(
        store(),
        samples.fact(),
        samples.fact(),
        samples.fact().scope("a"),
        samples.of(Payloads.working("t", null)).scope("a"),
        low(samples.fact().scope("a")),
        low(samples.fact().scope("above")),
        samples.fact().scope(longName),
        gone);
    Writing.commit(store(), gone.delete(1));
    assertThat(store().scopes(new Visibility(Sensitivity.PUBLIC, null)))
        .containsExactlyInAnyOrder(
            new ScopeCount(null, 2), new ScopeCount("a", 2), new ScopeCount(longName, 1));
    assertThat(store().scopes(Visibility.ALL))
        .contains(new ScopeCount("a", 3), new ScopeCount("above", 1))
        .hasSize(4);
    assertThat(store().scopes(new Visibility(Sensitivity.PUBLIC, Set.of("a", "b", "c"))))
        .containsExactlyInAnyOrder(new ScopeCount(null, 2), new ScopeCount("a", 2));
    assertThat(store().scopes(new Visibility(Sensitivity.PUBLIC, Set.of(longName))))
        .containsExactlyInAnyOrder(new ScopeCount(null, 2), new ScopeCount(longName, 1));
  }

  private void assertRelated(Visibility visibility, Sample target, Sample... expected) {
    assertThat(store().related(visibility, List.of(target.id()), "", 100))
        .isEqualTo(Stream.of(expected).map(Sample::id).toList());
  }

  private void assertEpisodes(Visibility visibility, @Nullable String key, Sample... expected) {
    assertThat(store().episodes(visibility, key, "", 100))
        .isEqualTo(Stream.of(expected).map(Sample::id).toList());
  }

  private static Sample low(Sample sample) {
    return sample.with(builder -> builder.sensitivity(Sensitivity.LOW));
  }

  private static Sample to(Sample sample, String... targets) {
    List<Relation> relations =
        Stream.of(targets).map(id -> new Relation("supports", id, null, null)).toList();
    return sample.with(builder -> builder.relations(relations));
  }
}
