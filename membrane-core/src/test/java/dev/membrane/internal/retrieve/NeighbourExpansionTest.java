package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.TRUST;
import static dev.membrane.internal.retrieve.Remembered.guarded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record says is understood beside what was said next to it. */
class NeighbourExpansionTest {

  private static final String PAGE = "word ".repeat(200);

  private final Remembered memory = new Remembered();

  private List<String> firstTwo(String task) {
    return memory.idsFor(ask -> ask.taskDescriptor(task).limit(2));
  }

  @Test
  void an_answer_is_found_by_its_question() {
    memory.event("nothing of interest");
    String question = memory.event("where did you spend the summer");
    String answer = memory.event("oh, in Lisbon");
    memory.event("lovely weather there");
    memory.event("nothing of interest");
    assertThat(firstTwo("summer")).containsExactly(question, answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"smith", "what is the email of Ann Smith?", "example.com"})
  void what_only_has_lent_words_comes_after_the_record_that_lends_them(String task) {
    memory.event("node.js version is v20.11.1");
    String email = memory.event("email is ann.smith@example.com");
    memory.event("my flight is LH1234");
    memory.event("ticket ABC-123 is blocked");
    assertThat(firstTwo(task).get(0)).isEqualTo(email);
  }

  @Test
  void a_page_of_text_neither_borrows_nor_lends() {
    memory.event("nothing of interest");
    String match = memory.event("summer " + PAGE);
    memory.event("nothing of interest");
    JsonObject first = explained("summer", 0);
    assertThat(text(first, "id")).isEqualTo(match);
    assertThat(shares(first)).allMatch(share -> share < 0.02).hasSize(2);
    assertThat(shares(explained("summer", 1))).allMatch(share -> share < 0.02);
  }

  @Test
  void no_weight_means_no_neighbours() {
    memory.weighing(0.5, 0);
    memory.event("where did you spend the summer");
    memory.event("oh, in Lisbon");
    assertThat(shares(explained("summer", 0))).isEmpty();
  }

  /**
   * Three events of 2, 2 and 1 terms, mean 5/3. Each share is 0.8 * s(n) * s(m) with s(n) = 1 / (1
   * + (n/30)^2), half of it for what came after; both texts are found, so both their neighbours are
   * known.
   */
  @Test
  void the_text_score_is_bm25_over_what_is_borrowed_too() {
    memory.event("apple pear");
    memory.event("plum cherry");
    memory.event("grape");
    double mean = 5.0 / 3;
    double before = 0.8 * s(2) * s(2);
    double after = 0.5 * 0.8 * s(2) * s(1);
    double usual = 1.5 * 0.8 * s(mean) * s(mean);
    double length = (2 + before * 2 + after) / (mean * (1 + usual));
    double idf = Math.log(1 + 2.5 / 1.5);
    double norm = 1.2 * (0.25 + 0.75 * length);
    double expected = idf * before * 2.2 / (before + norm) + idf * 2.2 / (1 + norm);
    JsonObject second = explained("apple plum", 0);
    assertThat(value(second)).isCloseTo(expected, within(1e-12));
    assertThat(shares(second)).containsExactly(before, after);
  }

  private static double s(double length) {
    return 1 / (1 + length / 30 * (length / 30));
  }

  @Test
  void neighbours_are_of_the_same_scope_and_seen_in_full() {
    memory.event("the summer", record -> record.scope("one"));
    memory.event("elsewhere", record -> record.scope("two"));
    memory.event("a secret", guarded(Sensitivity.MEDIUM).andThen(r -> r.scope("one"))::apply);
    String answer = memory.event("in Lisbon", record -> record.scope("one"));
    JsonObject second = explained("summer", 1);
    assertThat(text(second, "id")).isEqualTo(answer);
    assertThat(shares(second)).hasSize(1);
  }

  @Test
  void states_of_work_are_no_neighbours() {
    memory.add(Remembered.working("t", "the summer"));
    memory.add(Remembered.working("t", "in Lisbon"));
    assertThat(shares(explained("summer", 0))).isEmpty();
  }

  private JsonObject explained(String task, int place) {
    return memory
        .ask(TRUST, ask -> ask.taskDescriptor(task).explain(true))
        .entries()
        .get(place)
        .explanation();
  }

  private static List<Double> shares(JsonObject explanation) {
    JsonValue loans = explanation.members().get("neighbours");
    return loans instanceof JsonArray array
        ? array.items().stream().map(loan -> number((JsonObject) loan, "share")).toList()
        : List.of();
  }

  private static double value(JsonObject explanation) {
    JsonObject relevance = (JsonObject) explanation.members().get("relevance");
    JsonValue signal = ((JsonArray) relevance.members().get("signals")).items().get(0);
    return number((JsonObject) signal, "value");
  }

  private static String text(JsonObject object, String name) {
    return ((JsonString) object.members().get(name)).value();
  }

  private static double number(JsonObject object, String name) {
    return ((JsonNumber) object.members().get(name)).doubleValue();
  }
}
