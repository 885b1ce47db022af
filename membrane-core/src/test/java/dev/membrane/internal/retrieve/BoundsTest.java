package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.salience;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoundsTest {

  private final RecordingStore store = new RecordingStore(new InMemoryStore());
  private final Remembered memory = new Remembered(store);

  static List<String> hostile() {
    String words =
        IntStream.range(0, 14_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    return List.of(
        words,
        "x".repeat(100_000),
        "the ".repeat(25_000),
        "?!.,;:'\"()[]{}*^~-+<>|&%$#@".repeat(3_000),
        "title:secret* NEAR(a b) AND NOT \"x\" OR -y ^2 '; DROP TABLE records; --",
        "数据库连接失败".repeat(14_000),
        "فشل الاتصال بقاعدة البيانات ".repeat(3_500),
        "🚀👩‍👩‍👧‍👧❤️".repeat(5_000),
        "\u200b\u202e\u0007\u2028 \ufeff",
        "a_".repeat(50_000));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void work_is_bounded_whatever_the_descriptor(String descriptor) {
    memory.event(descriptor);
    memory.event("quiet");
    store.forget();
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor(descriptor).limit(5));
    assertThat(answer.results()).hasSize(2);
    assertThat(store.salienceLimits.size() + store.terms.size()).isLessThanOrEqualTo(4);
    assertThat(store.statisticsTerms).allMatch(terms -> terms <= QueryTerms.MAX_ASKED);
    assertThat(store.salienceLimits)
        .allSatisfy(limit -> assertThat(limit).isBetween(1, CandidateSearch.TERM_BUDGET));
    assertThat(store.termLimits)
        .allSatisfy(limit -> assertThat(limit).isBetween(1, CandidateSearch.TERM_BUDGET));
    assertThat(store.terms)
        .allSatisfy(terms -> assertThat(terms).hasSizeBetween(1, QueryTerms.MAX_SEARCHED));
  }

  @Test
  void the_rarest_terms_are_searched_first() {
    memory.event("common rare");
    memory.event("common scarce");
    memory.event("common scarce");
    store.forget();
    memory.ask(ask -> ask.taskDescriptor("unknown common scarce rare"));
    assertThat(store.terms.get(0)).containsExactly("rare", "scarc", "common");
  }

  @Test
  void no_more_is_read_than_is_answered() {
    IntStream.range(0, 1_000).forEach(i -> memory.event("apple"));
    store.forget();
    memory.ask(ask -> ask.limit(10));
    memory.ask(ask -> ask.taskDescriptor("apple").limit(10));
    assertThat(store.reads).containsExactly(10, 10);
    store.forget();
    memory.ask(ask -> ask.limit(1_000));
    assertThat(store.reads).allMatch(ids -> ids <= CandidateSearch.CHUNK);
    assertThat(store.reads.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1_000);
  }

  @Test
  void following_a_context_ends_somewhere() {
    for (int i = 0; i < 300; i++) {
      memory.add(Remembered.fact("a", "b", Remembered.given("os", "windows")), salience(0.9));
    }
    store.forget();
    assertThat(memory.idsFor(ask -> ask.limit(2).context(Remembered.json("os", "linux"))))
        .isEmpty();
    assertThat(store.salienceLimits).hasSizeLessThan(16);
    assertThat(store.reads.stream().mapToInt(Integer::intValue).sum()).isEqualTo(300);
  }

  @Test
  void an_answer_stops_when_it_is_full() {
    String big = "x".repeat(99_000) + " apple";
    for (int i = 0; i < 50; i++) {
      memory.add(
          new WorkingPayload(
              "t",
              TaskState.BLOCKED,
              List.of(),
              List.of(big, big, big, big, big),
              List.of(),
              null,
              null));
    }
    RetrieveAnswer answer = memory.ask(ask -> ask);
    assertThat(answer.truncated()).isTrue();
    assertThat(answer.results()).hasSize((16 << 20) / 496_000);
    assertThat(memory.ask(ask -> ask.limit(5)).truncated()).isFalse();
  }

  @Test
  void records_that_changed_since_they_were_found_pass_the_gate_again() {
    String stays = memory.event("apple");
    String goes = memory.event("apple");
    String hidden = memory.event("apple");
    store.onRead(
        stored ->
            stored.record().id().equals(goes)
                ? null
                : stored.record().id().equals(hidden)
                    ? RecordingStore.guarded(stored, Sensitivity.MEDIUM)
                    : stored);
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple"))).containsExactly(stays);
    assertThat(memory.ask(ask -> ask).results())
        .hasAtLeastOneElementOfType(RedactedRecord.class)
        .hasSize(2);
  }

  @Test
  void a_record_that_was_retracted_since_it_was_found_is_left_out() {
    SemanticPayload fact = Remembered.fact("apple", "red");
    memory.add(fact);
    var retracted = new RevisionState(null, null, RevisionStatus.RETRACTED);
    store.onRead(stored -> RecordingStore.with(stored, fact.withRevision(retracted)));
    assertThat(memory.idsFor(ask -> ask)).isEmpty();
    assertThat(memory.idsFor(ask -> ask.taskDescriptor("apple"))).isEmpty();
  }
}
