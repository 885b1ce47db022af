package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.given;
import static dev.membrane.internal.retrieve.Remembered.guarded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.schema.json.RecordCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of facts that say otherwise of one subject and predicate, a model learns which is the latest. */
class ConflictingFactsTest {

  private static final Instant EARLIER = NOW.minus(Duration.ofHours(2));

  private final Remembered memory = new Remembered();

  @Test
  void the_latest_and_the_older_ones_say_so_on_one_day_too() {
    memory.add(told("home", "Milan", "run 2", NOW));
    memory.add(told("home", "Rome", "run 1", EARLIER));
    memory.add(told("home", "Bari", "run 0", EARLIER));
    memory.add(told("home", "milan ", "run 3", EARLIER));
    memory.add(told("car", "red", "run 1", EARLIER));
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "[00000001] 2026-03-01 (confidence 0.5) (latest) fact: home is Milan",
            "[00000002] 2026-03-01 (confidence 0.5) (older) fact: home is Rome",
            "[00000003] 2026-03-01 (confidence 0.5) (older) fact: home is Bari",
            "[00000004] 2026-03-01 (confidence 0.5) (latest) fact: home is milan",
            "[00000005] 2026-03-01 (confidence 0.5) fact: car is red");

    RetrieveAnswer answer = memory.ask(ask -> ask.view(AnswerView.COMPACT));
    assertThat(answer.results().stream().map(AnswerView.compact(answer)).map(JsonObject::members))
        .extracting(members -> members.get("age"))
        .containsExactlyInAnyOrder(
            JsonValue.of("latest"),
            JsonValue.of("older"),
            JsonValue.of("older"),
            JsonValue.of("latest"),
            null);
  }

  @Test
  void of_two_at_one_instant_the_one_that_was_stored_later_is_the_latest() {
    memory.add(told("home", "Milan", "run 2", NOW));
    memory.add(told("home", "Rome", "run 1", NOW), record -> record.createdAt(EARLIER));
    assertThat(lines()).anyMatch(line -> line.endsWith("(latest) fact: home is Milan"));
  }

  @Test
  void what_may_hold_beside_the_others_is_not_compared() {
    memory.add(fact("home", "Rome"));
    memory.add(fact("home", "Milan"), record -> record.scope("acme"));
    memory.add(fact("home", "Bari"), guarded(Sensitivity.PUBLIC));
    memory.add(fact("home", "Oslo", given("season", "summer")));
    memory.add(fact("home", "Lima"), record -> record.tags(List.of("hearsay")));
    memory.add(fact("home", "rome"));
    memory.add(fact("work", "Rome"));
    assertThat(lines()).hasSize(7).noneMatch(ConflictingFactsTest::isMarked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"80\u200B80", "8080 ", "\u202A8080\u202C", "8080\n"})
  void what_is_told_alike_does_not_say_otherwise(String port) {
    memory.add(told("server port", "8080", "run 1", EARLIER));
    memory.add(told("server port", port, "run 2", NOW));
    memory.add(told("motto", "be  kind", "run 1", EARLIER));
    memory.add(told("motto", "be kind", "run 2", NOW));
    assertThat(lines()).hasSize(4).noneMatch(ConflictingFactsTest::isMarked);
  }

  @Test
  void what_is_withdrawn_takes_nobodys_place() {
    memory.add(fact("home", "Rome"));
    SemanticPayload retracted =
        fact("home", "Milan").withRevision(new RevisionState(null, null, RevisionStatus.RETRACTED));
    memory.add(retracted);
    assertThat(memory.ask(ask -> ask.view(AnswerView.TEXT).includeRetracted(true)).text().lines())
        .hasSize(2)
        .noneMatch(ConflictingFactsTest::isMarked);
  }

  @Test
  void what_one_run_or_many_say_is_a_list() {
    memory.add(told("drink", "tea", "run 1", NOW));
    memory.add(told("drink", "rum", "run 1", EARLIER));
    for (int i = 0; i < 9; i++) {
      memory.add(told("friend", "Ann " + i, "run " + i, NOW.minusSeconds(i)));
    }
    assertThat(lines()).hasSize(11).noneMatch(ConflictingFactsTest::isMarked);
  }

  @Test
  void what_was_observed_in_runs_is_no_statement_about_them() {
    for (String summary : List.of("tests are green", "tests are red")) {
      memory.add(
          new SemanticPayload(
              "event",
              "observed_in",
              new JsonString(summary),
              Validity.global(),
              List.of(),
              null,
              null));
    }
    assertThat(lines()).hasSize(2).noneMatch(ConflictingFactsTest::isMarked);
  }

  @Test
  void what_is_not_seen_or_not_in_the_answer_marks_nothing() {
    UnaryOperator<MemoryRecord.Builder> strong = record -> record.salience(0.9);
    memory.add(told("home", "Rome", "run 1", EARLIER), strong);
    memory.add(told("home", "Milan", "run 2", NOW), guarded(Sensitivity.MEDIUM));
    assertThat(lines()).hasSize(2).noneMatch(ConflictingFactsTest::isMarked);
    memory.add(told("home", "Bari", "run 3", NOW));
    assertThat(lines()).filteredOn(ConflictingFactsTest::isMarked).hasSize(2);
    assertThat(memory.ask(ask -> ask.view(AnswerView.TEXT).limit(1)).text())
        .contains("Rome")
        .doesNotContain("(older)");
  }

  @Test
  void what_max_tokens_leaves_out_marks_nothing() {
    memory.add(told("home", "Rome", "run 1", EARLIER), record -> record.salience(0.9));
    memory.add(told("home", "Milan " + "and around ".repeat(30), "run 2", NOW));
    RetrieveAnswer text = cut(AnswerView.TEXT, 30);
    assertThat(text.text()).endsWith("(confidence 0.5) fact: home is Rome");
    assertThat(text.truncated()).isTrue();
    assertThat(json(cut(AnswerView.COMPACT, 90))).singleElement().asString().doesNotContain("age");
  }

  /** Fewer than nine are no list: the marks that they get then take their room, too. */
  @ParameterizedTest
  @EnumSource(
      value = AnswerView.class,
      names = {"TEXT", "COMPACT"})
  void what_is_left_of_a_list_is_marked_within_max_tokens(AnswerView view) {
    for (int i = 0; i < 9; i++) {
      memory.add(told("server port", "value" + i, "run " + i, NOW.minusSeconds(i)));
    }
    for (int tokens = 60; tokens < 900; tokens += 3) {
      RetrieveAnswer answer = cut(view, tokens);
      List<String> told = view == AnswerView.TEXT ? answer.text().lines().toList() : json(answer);
      assertThat(told.stream().mapToLong(TokenEstimate::of).sum()).isLessThanOrEqualTo(tokens);
      boolean isMarked = told.size() > 1 && told.size() < 9;
      assertThat(told)
          .allMatch(one -> (one.contains("latest") || one.contains("older")) == isMarked);
      assertThat(told.stream().filter(one -> one.contains("latest"))).hasSize(isMarked ? 1 : 0);
    }
    assertThat(cut(view, 900).truncated()).isFalse();
  }

  private RetrieveAnswer cut(AnswerView view, int tokens) {
    return memory.ask(ask -> ask.view(view).maxTokens(tokens));
  }

  /** The records as they are sent. */
  private static List<String> json(RetrieveAnswer answer) {
    return answer.results().stream()
        .map(AnswerView.compact(answer).andThen(new RecordCodec()::write))
        .toList();
  }

  @Test
  void what_one_source_observed_one_after_the_other_is_compared() {
    for (Map.Entry<String, Instant> home : Map.of("Rome", EARLIER, "Milan", NOW).entrySet()) {
      ProvenanceRef seen = new ProvenanceRef(EvidenceType.OBSERVATION, "ann", home.getValue());
      memory.add(fact("home", home.getKey()).withEvidence(List.of(seen)));
    }
    assertThat(lines())
        .anyMatch(line -> line.endsWith("(latest) fact: home is Milan"))
        .anyMatch(line -> line.endsWith("(older) fact: home is Rome"));
  }

  private List<String> lines() {
    return Arrays.asList(memory.ask(ask -> ask.view(AnswerView.TEXT)).text().split("\n"));
  }

  private static boolean isMarked(String line) {
    return line.contains("(latest)") || line.contains("(older)");
  }

  private static SemanticPayload told(String subject, String object, String run, Instant at) {
    return fact(subject, object)
        .withEvidence(List.of(new ProvenanceRef(EvidenceType.EVENT, run, at)));
  }
}
