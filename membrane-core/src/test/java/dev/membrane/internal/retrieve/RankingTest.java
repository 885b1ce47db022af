package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.TRUST;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static dev.membrane.internal.retrieve.Remembered.working;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankingTest {

  private final Remembered memory = new Remembered().weighing(0.5, 0);

  @Test
  void without_a_descriptor_the_most_salient_come_first_and_ties_go_to_the_newest() {
    String low = memory.event("a", salience(0.2));
    String newer = memory.event("b", salience(0.6));
    String older = memory.event("c", salience(0.6));
    String high = memory.event("d", salience(3));
    assertThat(memory.idsFor(ask -> ask)).containsExactly(high, newer, older, low);
  }

  @Test
  void a_descriptor_of_which_nothing_is_known_leaves_the_order_by_salience() {
    String low = memory.event("apple", salience(0.2));
    String high = memory.event("banana", salience(2));
    for (String task : List.of("zebra", "the of and", "?!", "")) {
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task)))
          .as(task)
          .containsExactly(high, low);
    }
  }

  /**
   * Three records of 3, 2 and 1 terms: N = 3, mean length 2. "apple" is in two of them, idf = ln(1
   * + 1.5 / 2.5); "pear" in one, idf = ln(1 + 2.5 / 1.5). Each of the first two makes relevant what
   * stands around it.
   */
  @Test
  void relevance_is_bm25_over_what_is_visible() {
    String both = memory.event("apple apple pear");
    String one = memory.event("apple plum");
    String none = memory.event("cherry");
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("apples pears").explain(true));
    assertThat(ids(answer)).containsExactly(both, one, none);
    double apple = Math.log(1.6);
    double pear = Math.log(1 + 2.5 / 1.5);
    double longer = 1.2 * (0.25 + 0.75 * 3 / 2);
    double expectedBoth = apple * 2 * 2.2 / (2 + longer) + pear * 2.2 / (1 + longer);
    double expectedOne = apple * 2.2 / (1 + 1.2);
    assertThat(text(answer, 0)).isCloseTo(expectedBoth, within(1e-12));
    assertThat(text(answer, 1)).isCloseTo(expectedOne, within(1e-12));
    assertThat(text(answer, 2)).isZero();
    double base = expectedOne / expectedBoth;
    double best = 1 + 0.25 * base;
    assertThat(number(answer.entries().get(0).explanation(), "score"))
        .isCloseTo(0.95 + 0.05 * 0.5, within(1e-12));
    assertThat(number(answer.entries().get(1).explanation(), "score"))
        .isCloseTo(0.95 * (base + 0.25) / best + 0.05 * 0.5, within(1e-12));
    double between = Math.max(Math.exp(-0.4), base * Math.exp(-0.2)) / Math.exp(-0.2);
    assertThat(number(answer.entries().get(2).explanation(), "score"))
        .isCloseTo(0.95 * 0.25 * between / best + 0.05 * 0.5, within(1e-12));
  }

  @Test
  void salience_counts_up_to_one_beside_relevance() {
    String match = memory.event("apple", salience(0));
    String loud = memory.event("noise", salience(50));
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple"))).containsExactly(match, loud);
  }

  @Test
  void what_is_among_the_first_neither_by_words_nor_by_salience_may_be_by_both() {
    IntStream.range(0, 510).forEach(i -> memory.add(working("t", "apple"), salience(0)));
    String noise = "noise ".repeat(100);
    IntStream.range(0, 300).forEach(i -> memory.add(working("t", noise), salience(0.95)));
    String both = memory.add(working("t", "apple plum"), salience(0.9));
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple").limit(1))).containsExactly(both);
  }

  @Test
  void equal_scores_go_to_the_more_salient_then_the_newer() {
    String older = memory.event("z", record -> record.salience(1).createdAt(NOW.minusSeconds(9)));
    String newer = memory.event("z", record -> record.salience(1).createdAt(NOW.minusSeconds(5)));
    String louder = memory.event("z", record -> record.salience(2).createdAt(NOW.minusSeconds(7)));
    String match = memory.event("apple");
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple")))
        .containsExactly(match, louder, newer, older);
  }

  @Test
  void what_is_no_candidate_follows_by_salience() {
    for (int i = 0; i < 600; i++) {
      memory.event("filler", salience(0.3 + i * 1e-4));
    }
    String match = memory.event("apple", salience(0.01));
    List<String> ids = memory.idsFor(ask -> ask.taskDescriptor("apple").limit(1000));
    assertThat(ids).hasSize(601).doesNotHaveDuplicates().startsWith(match);
    List<String> bySalience = memory.idsFor(ask -> ask.limit(1000));
    assertThat(ids.subList(1, 601)).isEqualTo(bySalience.subList(0, 600));
  }

  @Test
  void only_the_best_of_the_ranking_by_text_are_candidates() {
    for (int i = 0; i < CandidateSearch.CANDIDATES; i++) {
      memory.event("apple", salience(0));
      memory.event("filler", salience(0.1));
    }
    String worst = memory.event("apple and much besides", salience(0));
    List<String> ids = memory.idsFor(ask -> ask.taskDescriptor("apple").limit(2000));
    assertThat(ids).hasSize(2 * CandidateSearch.CANDIDATES + 1).endsWith(worst);
  }

  @Test
  void a_limit_of_zero_means_a_hundred() {
    for (int i = 0; i < 120; i++) {
      memory.event("apple");
    }
    assertThat(memory.idsFor(ask -> ask)).hasSize(100);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple"))).hasSize(100);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple").limit(7))).hasSize(7);
  }

  @Test
  void records_are_answered_at_their_live_salience() {
    memory.event("apple", record -> record.salience(0.25));
    MemoryRecord record = (MemoryRecord) memory.ask(ask -> ask).results().get(0);
    assertThat(record.salience()).isEqualTo(0.25);
  }

  @Test
  void the_same_question_has_the_same_answer() {
    for (int i = 0; i < 50; i++) {
      memory.event("apple pear " + i % 7, salience(i % 5));
    }
    assertThat(memory.ask(ask -> ask.taskDescriptor("pear 3").explain(true)))
        .isEqualTo(memory.ask(ask -> ask.taskDescriptor("pear 3").explain(true)));
  }

  @Test
  void explanations_add_up_to_the_score() {
    memory.event("apple", salience(0.4));
    memory.event("apple pear", salience(1.7));
    memory.add(Remembered.skill("apple skill", null, List.of(), "t"));
    memory.event("other");
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("apple pear").explain(true));
    assertThat(answer.entries()).hasSize(4);
    for (AnswerEntry entry : answer.entries()) {
      JsonObject explanation = entry.explanation();
      double sum = part(explanation, "relevance") + part(explanation, "salience");
      assertThat(number(explanation, "score")).isCloseTo(sum, within(1e-12));
      if (explanation.members().get("terms") instanceof JsonArray terms) {
        double text =
            terms.items().stream().mapToDouble(t -> number((JsonObject) t, "contribution")).sum();
        assertThat(signal(explanation)).isCloseTo(text, within(1e-12));
      }
    }
    assertThat(answer.entries().stream().map(AnswerEntry::explanation))
        .extracting(e -> ((JsonString) e.members().get("id")).value())
        .isEqualTo(ids(answer));
    assertThat(memory.ask(TRUST, ask -> ask.taskDescriptor("apple")).entries())
        .extracting(AnswerEntry::explanation)
        .containsOnlyNulls();
  }

  @Test
  void in_the_order_by_salience_the_score_is_the_salience() {
    memory.event("apple", salience(1.5));
    JsonObject explanation = memory.ask(ask -> ask.explain(true)).entries().get(0).explanation();
    assertThat(number(explanation, "score")).isCloseTo(1.5, within(1e-12));
    assertThat(explanation.members())
        .containsEntry("ranked_by", new JsonString("salience"))
        .containsEntry("type", new JsonString("episodic"));
  }

  @Test
  void every_result_has_its_score() {
    memory.event("apple", salience(0.4));
    memory.event("apple pear", salience(1.7));
    memory.event("apple", Remembered.guarded(Sensitivity.MEDIUM));
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("apple pear").explain(true));
    assertThat(answer.entries().stream().map(AnswerEntry::score).toList())
        .isEqualTo(
            answer.entries().stream()
                .map(AnswerEntry::explanation)
                .map(e -> number(e, "score"))
                .toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(answer.entries().get(2).score()).isCloseTo(0.05 * 0.5, within(1e-12));
    assertThat(memory.ask(ask -> ask).entries().stream().map(AnswerEntry::score).toList())
        .containsExactly(1.7, 0.5, 0.4);
  }

  @Test
  void what_follows_by_salience_scores_what_its_salience_counts_beside_relevance() {
    IntStream.range(0, 510).forEach(i -> memory.add(working("t", "noise"), salience(3)));
    memory.add(working("t", "apple"), salience(0));
    List<Double> scores =
        memory.ask(ask -> ask.taskDescriptor("apple").limit(1_000)).entries().stream()
            .map(AnswerEntry::score)
            .toList();
    assertThat(scores.get(0)).isEqualTo(0.95);
    assertThat(scores.subList(1, 511)).allMatch(score -> Math.abs(score - 0.05) < 1e-12);
  }

  private static double part(JsonObject explanation, String name) {
    JsonObject part = (JsonObject) explanation.members().get(name);
    return number(part, "weight") * number(part, "normalised");
  }

  private static double text(RetrieveAnswer answer, int place) {
    return signal(answer.entries().get(place).explanation());
  }

  private static double signal(JsonObject explanation) {
    JsonObject relevance = (JsonObject) explanation.members().get("relevance");
    JsonValue signal = ((JsonArray) relevance.members().get("signals")).items().get(0);
    return number((JsonObject) signal, "value");
  }

  private static double number(JsonObject object, String name) {
    return ((JsonNumber) object.members().get(name)).doubleValue();
  }
}
