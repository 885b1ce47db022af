package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.given;
import static dev.membrane.internal.retrieve.Remembered.json;
import static dev.membrane.internal.retrieve.Remembered.plan;
import static dev.membrane.internal.retrieve.Remembered.skill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shortened does not say more than the whole: it keeps what limits it. */
class ShortenedLimitsTest {

  private static final String WORDS = "Take the blue pills with water. ".repeat(40).strip();
  private static final String LONG = "adult without any disease ".repeat(9).strip();

  private final Remembered memory = new Remembered();

  static Stream<Arguments> limited() {
    return Stream.of(
        arguments(fact("dose", WORDS, given("patient", "adult")), "(if patient is adult)"),
        arguments(fact("dose", WORDS, box()), "(from 2026-03-01T12:00:00Z) (until 2027"),
        arguments(working(true, "never ship"), "constraints: legal embargo never ship"),
        arguments(
            skill("pills", null, List.of(new Trigger(WORDS, json("env", "test"))), "give"),
            "(if env is test) | do [give]"),
        arguments(
            plan(WORDS, json("env", "test"), new PlanMetrics(0.0, .25, 4, null), "a", "b"),
            "| if env is test | a; b | done 4 times, failed 25 %"));
  }

  @ParameterizedTest
  @MethodSource("limited")
  void what_limits_a_statement_stays_whole(Payload payload, String limit) {
    memory.add(payload, record -> record.confidence(1));
    for (int tokens = 70; tokens < 250; tokens += 19) {
      assertThat(shortened(tokens)).contains("Take the blue", "…", limit);
    }
  }

  static Stream<Arguments> limitedAtLength() {
    return Stream.of(
        arguments(fact("dose", WORDS, given("patient", LONG)), "(if patient is " + LONG, "(if …)"),
        arguments(working(true, LONG), "constraints: legal embargo " + LONG, "constraints: …"),
        arguments(
            skill("pills", null, List.of(new Trigger(WORDS, json("patient", LONG))), "give"),
            "(if patient is " + LONG,
            "(if …)"),
        arguments(
            plan(WORDS, json("patient", LONG), null, "a", "b"), "if patient is " + LONG, "if …"));
  }

  @ParameterizedTest
  @MethodSource("limitedAtLength")
  void nothing_is_told_without_a_sign_of_what_limits_it(
      Payload payload, String limit, String sign) {
    memory.add(payload, record -> record.confidence(1));
    for (int tokens = 1; tokens < 250; tokens += 9) {
      String text = shortened(tokens);
      if (text.contains("Take")) {
        assertThat(text).containsAnyOf(limit, sign);
      }
    }
    assertThat(shortened(60)).contains("Take the", sign);
    assertThat(shortened(200)).contains("Take the", limit);
  }

  @Test
  void a_constraint_that_is_not_required_may_be_shortened() {
    memory.add(working(false, WORDS));
    assertThat(shortened(100)).contains("legal embargo Take the").endsWith("… (if possible)");
  }

  /** Four of them fill the room, so the others are left out with their conditions. */
  @Test
  void of_many_items_the_first_are_left() {
    Trigger trigger = new Trigger("take the blue pills", json("env", "test"));
    memory.add(skill("pills", null, Collections.nCopies(50, trigger), "give"));
    String text = shortened(80);
    assertThat(text).containsPattern("when take the blue pills \\(if env is test\\) or ");
    assertThat(text).endsWith("… (if env is test) | do [give]");
    assertThat(text.split("\\(if env is test\\)", -1).length).isBetween(3, 8);
  }

  @Test
  void what_is_left_of_a_text_is_still_one_text() {
    memory.add(fact("dose", "Take (if you like) | " + WORDS, given("patient", "adult")));
    assertThat(shortened(60))
        .contains("dose is \"Take (if you like) | Take the")
        .endsWith("…\" (if patient is adult)");
  }

  /** Else what limits it would stand within the text that is cut. */
  @ParameterizedTest
  @ValueSource(strings = {"Take (if you like) ", "Take them "})
  void what_is_left_of_a_structure_is_one_text(String note) {
    memory.add(
        new SemanticPayload(
            "dose",
            "is",
            json("note", note + WORDS),
            given("patient", "adult"),
            List.of(),
            null,
            null));
    assertThat(shortened(60))
        .contains("dose is \"{\\\"note\\\":\\\"" + note + "Take the")
        .endsWith("…\" (if patient is adult)");
    assertThat(shortened(1_000)).contains("dose is {\"note\":\"" + note + "Take the");
  }

  @Test
  void what_is_left_of_arguments_is_one_text() {
    PlanNode give = new PlanNode("a", "give", json("note", WORDS), null);
    PlanNode wait = new PlanNode("b", "wait", null, null);
    memory.add(
        new PlanGraphPayload(
            "p", "1", null, null, null, null, List.of(give, wait), List.of(), null, null));
    assertThat(shortened(1_000))
        .contains("give(\"{\\\"note\\\":\\\"Take the")
        .endsWith("…\"); wait");
  }

  private static Validity box() {
    return new Validity(ValidityMode.TIMEBOXED, null, NOW, NOW.plusSeconds(366 * 86_400));
  }

  private static WorkingPayload working(boolean required, String value) {
    Constraint constraint = new Constraint("legal", "embargo", new JsonString(value), required);
    return new WorkingPayload(
        "ship",
        TaskState.EXECUTING,
        List.of(constraint),
        List.of(WORDS),
        List.of("who pays?"),
        WORDS,
        null);
  }

  private String shortened(int tokens) {
    String text =
        memory
            .ask(ask -> ask.view(AnswerView.TEXT).taskDescriptor("pills").maxTokens(tokens))
            .text();
    assertThat(TokenEstimate.of(text)).isLessThanOrEqualTo(tokens);
    return text;
  }
}
