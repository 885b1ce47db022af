package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.guarded;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.internal.embed.Meanings;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.ModelException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finding records by what they mean, with or without words in common. */
class MeaningTest {

  private final Remembered memory = new Remembered().weighing(0.5, 0);
  private final Meanings embedder =
      new Meanings().means("car", 0).means("vehicle", 5).means("tea", 90);

  private List<String> first(String task) {
    memory.understanding(embedder);
    return memory.idsFor(ask -> ask.taskDescriptor(task).limit(1));
  }

  @Test
  void a_record_is_found_without_a_word_in_common() {
    memory.event("tea");
    String vehicle = memory.event("vehicle");
    memory.event("tea");
    assertThat(first("car")).containsExactly(vehicle);
  }

  @Test
  void words_and_meaning_together_beat_either() {
    memory.event("vehicle");
    String both = memory.event("vehicle red");
    memory.event("tea red");
    memory.event("tea");
    embedder.means("red", 3);
    assertThat(first("car red")).containsExactly(both);
  }

  @Test
  void a_descriptor_without_words_leaves_the_order_by_salience() {
    String low = memory.event("car", Remembered.salience(0.1));
    String high = memory.event("tea", Remembered.salience(2));
    memory.understanding(embedder);
    for (String task : List.of("", "?!", "  ...  ")) {
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task)))
          .as(task)
          .containsExactly(high, low);
    }
  }

  @Test
  void where_the_model_cannot_be_asked_words_answer() {
    String match = memory.event("apple");
    memory.event("car");
    memory.understanding(embedder);
    RetrieveAnswer before = memory.ask(ask -> ask.taskDescriptor("apple"));
    embedder.failing(ModelException.temporary("out", new IllegalStateException()));
    assertThat(ids(memory.ask(ask -> ask.taskDescriptor("the apple")))).startsWith(match);
    assertThat(ids(before)).startsWith(match);
  }

  @Test
  void a_record_that_is_not_embedded_yet_is_judged_by_its_words() {
    memory.event("vehicle");
    memory.event("tea");
    memory.understanding(embedder);
    String later = memory.event("car");
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("car").explain(true));
    assertThat(ids(answer)).startsWith(later);
    List<JsonValue> words = signals(answer.entries().get(0).explanation());
    assertThat(words).hasSize(1);
    assertThat(number((JsonObject) words.get(0), "share")).isEqualTo(1);
    assertThat(signals(answer.entries().get(1).explanation())).hasSize(2);
  }

  @Test
  void vectors_count_by_the_share_of_what_words_found_that_has_one() {
    memory.event("car one");
    memory.event("car two");
    memory.understanding(embedder);
    memory.event("car three");
    memory.event("car four");
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("car one").explain(true));
    JsonObject vector = (JsonObject) signals(answer.entries().get(0).explanation()).get(1);
    assertThat(number(vector, "weight")).isEqualTo(0.25);
    assertThat(number(vector, "share")).isCloseTo(1.0 / 3, within(1e-12));
  }

  @Test
  void what_may_not_be_seen_in_full_is_not_found_by_what_it_means() {
    memory.event("tea");
    memory.event("car", guarded(Sensitivity.HIGH));
    memory.event("car", guarded(Sensitivity.MEDIUM));
    memory.event("vehicle");
    memory.understanding(embedder);
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("car").explain(true));
    assertThat(answer.results()).hasSize(3);
    assertThat(signals(answer.entries().get(0).explanation())).hasSize(2);
    assertThat(answer.entries().stream().map(AnswerEntry::explanation).toList().toString())
        .doesNotContain("0000000000000002");
  }

  /** Cosines of 0, 60 and 90 degrees; the median says nothing, so 60 degrees are 0. */
  @Test
  void nearness_counts_from_the_median_of_the_nearest() {
    String near = memory.event("vehicle");
    for (int i = 0; i < 8; i++) {
      memory.event("bus");
    }
    memory.event("tea");
    embedder.means("vehicle", 0).means("bus", 60);
    memory.understanding(embedder);
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("car").explain(true));
    assertThat(ids(answer)).startsWith(near);
    JsonObject vector = (JsonObject) signals(answer.entries().get(0).explanation()).get(1);
    assertThat(number(vector, "value")).isCloseTo(1, within(1e-3));
    assertThat(number(vector, "zero")).isCloseTo(0.5, within(1e-3));
    assertThat(number(vector, "weight")).isEqualTo(0.5);
    JsonObject last = (JsonObject) signals(answer.entries().get(9).explanation()).get(1);
    assertThat(number(last, "normalised")).isZero();
  }

  @Test
  void the_only_record_is_found() {
    String only = memory.event("vehicle");
    memory.understanding(embedder);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("car").matchingOnly(true)))
        .containsExactly(only);
  }

  @Test
  void each_of_a_few_records_is_ranked_by_how_near_it_is() {
    String near = memory.event("bus");
    String far = memory.event("bread");
    String nearest = memory.event("vehicle");
    embedder.means("bread", 70).means("bus", 30);
    memory.understanding(embedder);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("car"))).containsExactly(nearest, near, far);
  }

  private static List<JsonValue> signals(JsonObject explanation) {
    JsonObject relevance = (JsonObject) explanation.members().get("relevance");
    return relevance.members().get("signals") instanceof JsonArray signals
        ? signals.items()
        : List.of(new JsonString("none"));
  }

  private static double number(JsonObject object, String name) {
    return ((JsonNumber) object.members().get(name)).doubleValue();
  }
}
