package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static dev.membrane.internal.retrieve.Remembered.TRUST;
import static dev.membrane.internal.retrieve.Remembered.fact;
import static dev.membrane.internal.retrieve.Remembered.given;
import static dev.membrane.internal.retrieve.Remembered.json;
import static dev.membrane.internal.retrieve.Remembered.salience;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterTest {

  private final Remembered memory = new Remembered();

  @Test
  void types_tags_threads_and_salience_restrict() {
    String event = memory.event("apple", record -> record.tags(List.of("x", "y")).salience(0.9));
    String fact = memory.add(fact("apple", "red"));
    String working = memory.add(Remembered.working("t1", "apple"));
    memory.add(Remembered.working("t2", "apple"));
    for (String task : List.of("", "apple")) {
      assertThat(
              memory.idsFor(
                  ask ->
                      ask.taskDescriptor(task).memoryTypes(Remembered.only(MemoryType.SEMANTIC))))
          .containsExactly(fact);
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).tags(List.of("y", "x", "x"))))
          .containsExactly(event);
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).tags(List.of("x", "z")))).isEmpty();
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).threadId("t1")))
          .containsExactly(working);
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).minSalience(0.6)))
          .containsExactly(event);
    }
  }

  @Test
  void retired_records_come_only_if_wanted() {
    var retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    String gone = memory.add(fact("apple", "red").withRevision(retracted));
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple"))).isEmpty();
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple").includeRetracted(true)))
        .containsExactly(gone);
  }

  @Test
  void facts_outside_their_time_are_left_out() {
    String holds = memory.add(fact("a", "b", timebox(-5, 5)));
    memory.add(fact("a", "b", timebox(1, 5)));
    memory.add(fact("a", "b", timebox(-5, -1)));
    assertThat(memory.idsFor(ask -> ask)).containsExactly(holds);
  }

  @Test
  void facts_on_conditions_that_the_context_contradicts_are_left_out() {
    String linux = memory.add(fact("path", "slash", given("os", "linux")));
    String windows = memory.add(fact("path", "backslash", given("os", "windows")));
    String other = memory.add(fact("path", "colon", given("shell", "zsh")));
    String global = memory.add(fact("path", "any"));
    for (String task : List.of("", "path")) {
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).context(json("os", "linux"))))
          .containsExactlyInAnyOrder(linux, other, global);
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task)))
          .containsExactlyInAnyOrder(linux, windows, other, global);
    }
  }

  @Test
  void conditions_compare_as_json() {
    String same = memory.add(fact("a", "b", given("v", Map.of("n", List.of(1.0, "x")))));
    memory.add(fact("a", "b", given("v", Map.of("n", List.of(1, "y")))));
    memory.add(fact("a", "b", given("v", "1")));
    assertThat(memory.idsFor(ask -> ask.context(json("v", Map.of("n", List.of(1, "x"))))))
        .containsExactly(same);
  }

  @Test
  void conditions_compare_numbers_by_value_and_text_in_nfc() {
    Map<String, Object> wanted = Map.of("n", List.of(100, "caf\u00e9"), "e\u0301", true);
    String same = memory.add(fact("a", "b", given("v", wanted)));
    memory.add(fact("a", "b", given("v", Map.of("n", List.of(100, "cafe"), "e\u0301", true))));
    Map<String, Object> asked =
        Map.of("\u00e9", true, "n", List.of(new JsonNumber("1.000e2"), "cafe\u0301"));
    assertThat(memory.idsFor(ask -> ask.context(json("v", asked)))).containsExactly(same);
  }

  @Test
  void a_long_number_that_is_stored_is_compared_in_linear_time() {
    JsonNumber large = new JsonNumber("1" + "0".repeat(1_000_000));
    String same = memory.add(fact("a", "b", given("v", large)));
    for (int i = 0; i < 20; i++) {
      memory.add(fact("a", "b", given("v", new JsonNumber("7".repeat(1_000_000) + i))));
    }
    memory.add(fact("a", "b", given("v", new JsonNumber("1e999999999"))));
    JsonNumber written = new JsonNumber("1e1000000");
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThat(memory.idsFor(ask -> ask.context(json("v", written))))
                .containsExactly(same));
  }

  @Test
  void an_empty_context_says_nothing() {
    memory.event("a", Remembered.guarded(Sensitivity.MEDIUM));
    assertThat(memory.idsFor(ask -> ask.context(new JsonObject(Map.of())))).hasSize(1);
  }

  @Test
  void contradicted_facts_do_not_use_up_the_limit() {
    List<String> wanted =
        IntStream.range(0, 10).mapToObj(i -> memory.event("apple", salience(0.1))).toList();
    for (int i = 0; i < 700; i++) {
      memory.add(fact("apple", "apple", given("os", "windows")), record -> record.salience(0.9));
    }
    for (String task : List.of("", "apple")) {
      assertThat(
              memory.idsFor(ask -> ask.taskDescriptor(task).limit(10).context(json("os", "linux"))))
          .containsExactlyInAnyOrderElementsOf(wanted);
    }
  }

  @Test
  void bad_requests_are_refused() {
    refused(ask -> ask.limit(-1), "limit must be between 0 and 10000");
    refused(ask -> ask.limit(10_001), "limit must be between 0 and 10000");
    refused(
        ask -> ask.taskDescriptor("x".repeat(100_001)),
        "task_descriptor exceeds maximum length of 100000");
    refused(
        ask -> ask.taskDescriptor("\uFDFA".repeat(5_556)),
        "task_descriptor exceeds maximum length of 100000");
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("\uFDFA".repeat(5_555)))).isEmpty();
    refused(ask -> ask.tags(List.of("x".repeat(257))), "tag exceeds maximum length of 256");
    refused(
        ask -> ask.context(json("a", new JsonNumber("7".repeat(1_001)))),
        "validation error for context: must not contain a number of more than 1000 characters");
    refused(
        ask -> ask.context(json("a", Collections.nCopies(100_000, 1))),
        "validation error for context: must not have more than 100000 JSON values");
    refused(
        ask -> ask.tags(IntStream.range(0, 101).mapToObj(String::valueOf).toList()),
        "too many tags: 101 (max 100)");
    refused(
        ask -> ask.tags(IntStream.rangeClosed(0, 10_000).mapToObj(String::valueOf).toList()),
        "tags exceeds maximum of 10000 items");
    refused(ask -> ask.threadId("a\0b"), "validation error for thread_id: must not contain NUL");
    refused(ask -> ask.episode(" "), "validation error for episode: must not be blank");
    refused(
        ask -> ask.taskDescriptor("a\uD800b"),
        "validation error for task_descriptor: must not contain an unpaired surrogate");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void the_least_salience_is_finite_and_not_negative(double least) {
    refused(ask -> ask.minSalience(least), "min_salience must be non-negative and finite");
  }

  @Test
  void scopes_are_checked() {
    TrustContext trust = TrustContext.upTo(Sensitivity.LOW, "a\0");
    assertThatThrownBy(() -> memory.ask(trust, ask -> ask))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("trust.scopes");
  }

  private void refused(UnaryOperator<RetrieveRequest.Builder> question, String message) {
    assertThatThrownBy(() -> memory.ask(TRUST, question))
        .isInstanceOf(ValidationException.class)
        .hasMessage(message);
  }

  private static Validity timebox(int from, int to) {
    return new Validity(ValidityMode.TIMEBOXED, null, NOW.plusSeconds(from), NOW.plusSeconds(to));
  }
}
