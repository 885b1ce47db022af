package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.guarded;
import static dev.membrane.internal.retrieve.Remembered.ids;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static dev.membrane.internal.retrieve.Remembered.working;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.Sensitivity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchingOnlyTest {

  private final Remembered memory = new Remembered();

  @Test
  void what_nothing_speaks_for_is_left_out_however_salient_it_is() {
    memory.add(working("t", "banana"), salience(0.9));
    String found = memory.add(working("t", "apple"), salience(0));
    memory.add(working("t", "apple"), guarded(Sensitivity.MEDIUM));
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple").matchingOnly(true)))
        .containsExactly(found);
  }

  @Test
  void where_nothing_matches_nothing_is_answered() {
    memory.add(working("t", "banana"));
    memory.add(working("t", "cherry"), guarded(Sensitivity.MEDIUM));
    for (String task : List.of("", "zebra", "the of")) {
      RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor(task).matchingOnly(true));
      assertThat(answer.results()).as(task).isEmpty();
      assertThat(answer.entries().stream().map(AnswerEntry::score).toList()).isEmpty();
      assertThat(answer.selection()).isNull();
      assertThat(answer.truncated()).isFalse();
    }
  }

  @Test
  void what_matches_is_in_the_order_of_the_whole_answer_for_every_limit() {
    for (int i = 0; i < 700; i++) {
      memory.add(working("t", "noise " + i), salience(0.4 + i * 1e-4));
    }
    for (int i = 0; i < 530; i++) {
      memory.add(working("t", "apple" + " and much".repeat(i % 40)), salience(i % 11 * 0.1));
    }
    List<String> expected =
        matching(memory.ask(ask -> ask.taskDescriptor("apple").explain(true).limit(2_000)));
    assertThat(expected).hasSizeGreaterThan(500);
    for (int limit : new int[] {1, 7, 100, 510, 2_000}) {
      List<String> answered =
          memory.idsFor(ask -> ask.taskDescriptor("apple").matchingOnly(true).limit(limit));
      assertThat(answered).isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
    }
  }

  private static List<String> matching(RetrieveAnswer answer) {
    List<String> matching = new ArrayList<>();
    for (int i = 0; i < answer.results().size(); i++) {
      JsonObject relevance =
          (JsonObject) answer.entries().get(i).explanation().members().get("relevance");
      if (((JsonNumber) relevance.members().get("normalised")).doubleValue() > 0) {
        matching.add(ids(answer).get(i));
      }
    }
    return matching;
  }
}
