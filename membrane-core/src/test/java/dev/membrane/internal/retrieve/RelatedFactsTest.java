package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.guarded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What facts say is understood beside what else is known of the same. */
class RelatedFactsTest {

  private static final String LONG_TALK =
      "the new brewery, then " + "flowers gardens weather journeys harvest music ".repeat(10);

  private final Remembered memory = new Remembered();

  /** Between two records so that neither is the other's neighbour in arrival. */
  private void meanwhile() {
    memory.add(fact("weather", "rain"));
    memory.add(fact("harbour", "fog"));
  }

  private List<String> firstTwo(String task) {
    return memory.idsFor(ask -> ask.taskDescriptor(task).limit(2));
  }

  @Test
  void facts_about_one_subject_are_found_together() {
    String home = memory.add(fact("Alice Smith", "Lisbon"));
    meanwhile();
    String work = memory.add(fact("alice smith", "brewery"));
    meanwhile();
    assertThat(firstTwo("brewery")).containsExactly(work, home);
  }

  @Test
  void facts_from_one_episode_are_found_together_and_with_it() {
    String episode = memory.event("a long talk in the garden");
    meanwhile();
    String home = memory.add(fact("Alice", "Lisbon"), from(episode));
    meanwhile();
    String work = memory.add(fact("Bob", "brewery"), from(episode));
    meanwhile();
    assertThat(firstTwo("brewery")).containsExactly(work, home);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("garden").limit(3)))
        .startsWith(episode)
        .contains(home, work);
  }

  @Test
  void a_fact_is_found_by_what_it_was_derived_from() {
    String original = memory.add(fact("brewery", "closed"));
    meanwhile();
    String fork =
        memory.add(
            fact("cellar", "open"),
            record ->
                record.relations(List.of(new Relation("derived_from", original, null, null))));
    meanwhile();
    assertThat(firstTwo("brewery")).containsExactly(original, fork);
  }

  @Test
  void what_is_not_seen_in_full_lends_nothing() {
    memory.add(fact("Alice", "brewery"), guarded(Sensitivity.MEDIUM));
    meanwhile();
    String home = memory.add(fact("Alice", "Lisbon"));
    meanwhile();
    String match = memory.add(fact("Dora", "brewery"));
    assertThat(firstTwo("brewery")).startsWith(match).doesNotContain(home);
  }

  @Test
  void what_arrived_next_to_a_fact_is_not_found_with_it() {
    memory.add(fact("Alice", "volvo"), from("one"));
    String match = memory.add(fact("Dora", "brewery"), from("two"));
    memory.add(fact("plumber", "Meier"), from("three"));
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("brewery").matchingOnly(true)))
        .containsExactly(match);
  }

  @Test
  void no_weight_means_no_ties() {
    memory.weighing(0.5, 0);
    String home = memory.add(fact("Alice", "Lisbon"));
    memory.add(fact("weather", "rain"), record -> record.salience(2));
    String match = memory.add(fact("Alice", "brewery"));
    assertThat(firstTwo("brewery")).startsWith(match).doesNotContain(home);
  }

  @Test
  void a_fact_that_repeats_an_event_comes_after_the_episode_that_it_is_from() {
    String talk = memory.event(LONG_TALK);
    meanwhile();
    memory.add(observed("message", "the new brewery"), from(talk));
    meanwhile();
    assertThat(firstTwo("the new brewery")).startsWith(talk);
  }

  @Test
  void what_nobody_else_tells_comes_before_a_fact_that_repeats_an_event() {
    String talk = memory.event(LONG_TALK);
    meanwhile();
    memory.add(observed("message", "the new brewery"), from(talk));
    meanwhile();
    String other = memory.event("the old brewery of the village");
    assertThat(firstTwo("the new brewery")).containsExactly(talk, other);
  }

  @Test
  void a_fact_whose_episode_is_gone_counts_in_full() {
    memory.event(LONG_TALK);
    meanwhile();
    String alone = memory.add(observed("message", "the new brewery"), from("gone"));
    meanwhile();
    assertThat(firstTwo("the new brewery")).startsWith(alone);
  }

  @Test
  void what_the_assistant_said_counts_half_in_a_fact_too() {
    String assistant = memory.add(observed("assistant_message", "the new brewery"), it -> it);
    meanwhile();
    String user = memory.add(observed("user_message", "the new brewery, I liked"), it -> it);
    meanwhile();
    assertThat(firstTwo("the new brewery")).startsWith(user);
    assertThat(firstTwo("did you recommend the new brewery")).startsWith(assistant);
  }

  /** As consolidation makes it of an event of some kind. */
  private static SemanticPayload observed(String kind, String summary) {
    return new SemanticPayload(
        kind, "observed_in", new JsonString(summary), Validity.global(), List.of(), null, null);
  }

  private static UnaryOperator<MemoryRecord.Builder> from(String id) {
    var source = new ProvenanceSource(ProvenanceKind.EVENT, id, null, null, null);
    return record -> record.provenance(new Provenance(List.of(source), null));
  }
}
