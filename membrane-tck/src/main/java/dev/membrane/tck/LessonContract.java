package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What one episode teaches: it can be stored, and says what it needs and what it makes. */
abstract class LessonContract<L> extends StageUnderTest<L> {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int THREADS = 8;

  @Test
  final void a_lesson_is_the_same_after_it_was_stored() {
    for (Episode episode : episodes()) {
      L lesson = present(episode);
      JsonObject written = stage().codec().write(lesson);
      assertThat(written.members()).as("members of a lesson that is stored").isNotEmpty();
      JsonObject stored = (JsonObject) CODEC.parse("lesson", CODEC.write(written));
      assertThat(stage().codec().read(stored)).isEqualTo(lesson);
    }
  }

  @Test
  final void a_lesson_has_the_facts_that_may_be_learned_and_no_others() {
    for (Episode episode : episodes()) {
      L lesson = present(episode);
      assertThat(stage().only(lesson, fact -> true)).contains(lesson);
      for (SemanticPayload gone : stage().facts(lesson)) {
        stage()
            .only(lesson, fact -> !fact.equals(gone))
            .ifPresent(left -> assertThat(stage().facts(left)).doesNotContain(gone));
      }
    }
  }

  @Test
  final void what_is_no_lesson_is_refused_or_read_as_one() {
    assertRead(new JsonObject(Map.of("no lesson", JsonValue.of(true))));
    for (Episode episode : episodes()) {
      JsonObject written = stage().codec().write(present(episode));
      for (String member : written.members().keySet()) {
        for (Object other : List.of(7, "no lesson", List.of(7))) {
          Map<String, JsonValue> members = new HashMap<>(written.members());
          members.put(member, JsonValue.of(other));
          assertRead(new JsonObject(members));
        }
      }
    }
  }

  /** An earlier version of the stage may have written less. */
  private void assertRead(JsonObject stored) {
    String expected =
        "read of " + CODEC.write(stored) + ": expected a lesson or an IllegalArgumentException";
    try {
      assertThat(stage().codec().read(stored)).as(expected).isNotNull();
    } catch (IllegalArgumentException refused) {
      // As it is promised.
    } catch (RuntimeException other) {
      throw new AssertionError(expected, other);
    }
  }

  @Test
  final void an_exchange_reads_only_the_notes_that_it_announced() {
    TestNotebook notebook = new TestNotebook();
    for (Episode episode : episodes()) {
      L lesson = present(episode);
      exchange(episode, null, lesson, notebook);
      assertAnnounced(lesson, notebook);
    }
    for (Episode episode : episodes()) {
      L lesson = present(episode);
      exchange(episode, lesson, null, notebook);
      assertAnnounced(lesson, notebook);
    }
  }

  private void assertAnnounced(L lesson, TestNotebook notebook) {
    assertThat(Set.copyOf(stage().notes(lesson)))
        .as("notes that are announced, of those that are read")
        .containsAll(notebook.takeRead());
  }

  @Test
  final void the_facts_that_it_makes_are_among_those_that_it_announced() {
    for (Episode episode : episodes()) {
      List<SemanticPayload> announced =
          stage().facts(present(episode)).stream().map(LessonContract::statement).toList();
      assertThat(
              learned(List.of(episode)).knowledge().stream()
                  .map(Knowledge::payload)
                  .filter(SemanticPayload.class::isInstance)
                  .map(made -> statement((SemanticPayload) made)))
          .as("facts that are made, of those that are announced")
          .isSubsetOf(announced);
    }
  }

  private static SemanticPayload statement(SemanticPayload fact) {
    return fact.withEvidence(List.of());
  }

  @Test
  final void many_threads_get_each_their_own_lessons() throws InterruptedException {
    List<Optional<L>> expected = episodes().stream().map(stage()::lesson).toList();
    List<List<Optional<L>>> raced =
        Race.run(THREADS, i -> () -> episodes().stream().map(stage()::lesson).toList());
    assertThat(raced).allMatch(expected::equals);
  }
}
