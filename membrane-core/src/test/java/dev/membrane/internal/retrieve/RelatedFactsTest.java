package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.guarded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What facts say is understood beside what else is known of the same. */
class RelatedFactsTest {

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
  void no_weight_means_no_ties() {
    memory.weighing(0.5, 0);
    String home = memory.add(fact("Alice", "Lisbon"));
    memory.add(fact("weather", "rain"), record -> record.salience(2));
    String match = memory.add(fact("Alice", "brewery"));
    assertThat(firstTwo("brewery")).startsWith(match).doesNotContain(home);
  }

  private static UnaryOperator<MemoryRecord.Builder> from(String id) {
    var source = new ProvenanceSource(ProvenanceKind.EVENT, id, null, null, null);
    return record -> record.provenance(new Provenance(List.of(source), null));
  }
}
