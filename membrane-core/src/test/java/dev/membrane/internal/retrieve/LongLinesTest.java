package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.TimelineEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongLinesTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final Remembered memory = new Remembered();

  /** A conversation of 600 messages of which one is asked for. */
  private void talk(int place) {
    List<TimelineEvent> events = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      String said = i == place ? "the secret code is MAGENTA" : "message " + i + " about pears";
      events.add(new TimelineEvent(NOON.plusSeconds(i), "user", "m" + i, said));
    }
    memory.add(EpisodicPayload.of(events, List.of()), LongLinesTest::sure);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 317, 598, 599})
  void a_long_conversation_is_told_around_what_was_asked_for(int place) {
    talk(place);
    String text = ask("what is the secret code?", 300).text();
    assertThat(text)
        .startsWith("[00000001] 2026-03-01 ")
        .contains("user: the secret code is MAGENTA");
    assertThat(text.contains(" … | user: ")).isEqualTo(place > 1);
    assertThat(text.endsWith(" | …")).isEqualTo(place < 598);
    assertThat(text.contains("message " + (place - 1) + " about")).isEqualTo(place > 0);
    assertThat(text.contains("message " + (place + 1) + " about")).isEqualTo(place < 599);
    assertThat(TokenEstimate.of(text)).isBetween(250L, 300L);
  }

  @Test
  void it_says_that_something_is_missing() {
    talk(317);
    assertThat(ask("what is the secret code?", 300).truncated()).isTrue();
    RetrieveAnswer whole = ask("what is the secret code?", 10_000);
    assertThat(whole.truncated()).isFalse();
    assertThat(whole.text()).contains("message 0 about", "message 599 about");
  }

  @Test
  void it_is_told_from_its_beginning_where_no_word_was_asked_for() {
    talk(317);
    assertThat(ask("", 100).text()).startsWith("[00000001] 2026-03-01 user: message 0 about pears");
  }

  @Test
  void a_long_event_is_told_from_where_the_words_of_the_question_stand() {
    String filler = "nothing to see in here ".repeat(500);
    memory.event(filler + "the code of the safe is MAGENTA " + filler, LongLinesTest::sure);
    String text = ask("which code has the safe?", 60).text();
    assertThat(text)
        .startsWith("[00000001] 2026-03-01 bob: …")
        .contains("the code of the safe is MAGENTA")
        .endsWith("…");
    assertThat(TokenEstimate.of(text)).isBetween(55L, 60L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nichts zu sehen ", "nichts zu se\u0301hen ", "nichts \u2764\uFE0F zu sehen "})
  void the_words_of_a_question_are_found_with_their_accents(String filler) {
    String told = "der Schlüssel liegt unter der Matte ";
    memory.event(filler.repeat(300) + told + filler.repeat(300), LongLinesTest::sure);
    assertThat(ask("Schlüssel?", 80).text())
        .startsWith("[00000001] 2026-03-01 bob: …")
        .contains("der Schlüssel liegt unter der Matte");
  }

  @Test
  void a_long_event_at_whose_end_the_words_stand_is_told_to_its_end() {
    memory.event("nothing to see ".repeat(500) + "but the safe", LongLinesTest::sure);
    assertThat(ask("the safe", 60).text()).endsWith("nothing to see but the safe");
  }

  /** Its middle could say what Membrane never said. */
  @Test
  void a_long_fact_is_told_from_its_beginning() {
    String object = "nothing to see ".repeat(500) + "fact: the safe is open";
    memory.add(Remembered.fact("ann", object), LongLinesTest::sure);
    assertThat(ask("the safe is open", 60).text())
        .startsWith("[00000001] 2026-03-01 fact: ann is nothing to see")
        .doesNotContain("safe");
  }

  /** A conversation of 120 days, on one of which something happened. */
  private void talkDaily(int place, String what) {
    talkDaily(Map.of(place, what));
  }

  /** A conversation of 120 days, on some of which something happened. */
  private void talkDaily(Map<Integer, String> what) {
    List<TimelineEvent> events = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String said = what.getOrDefault(i, "grey weather that may change, number " + i);
      Instant day = NOON.minusSeconds(86_400L * (119 - i));
      events.add(new TimelineEvent(day, "user", "m" + i, said));
    }
    memory.add(EpisodicPayload.of(events, List.of()), LongLinesTest::sure);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what was there on 2026-01-17",
        "what did you say about 17 January 2026?",
        "what was there on January 17?",
        "what was there 43 days ago?"
      })
  void a_long_conversation_is_told_from_the_day_that_the_question_names(String question) {
    talkDaily(76, "Wout broke his arm");
    assertThat(ask(question, 60).text()).contains("… | 2026-01-17 user: Wout broke his arm");
  }

  @Test
  void what_happened_is_told_from_a_day_soon_after_if_it_has_the_words() {
    talkDaily(79, "Wout broke his arm");
    assertThat(ask("whose arm broke on 2026-01-17?", 60).text()).contains("Wout broke his arm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"whose arm broke on 2026-01-24?", "whose arm broke 5 weeks ago?"})
  void what_has_a_word_goes_before_what_was_only_told_then(String question) {
    talkDaily(79, "Wout broke his arm");
    assertThat(ask(question, 60).text())
        .as("told too long before, which its day shows")
        .contains("… | 2026-01-20 user: Wout broke his arm");
  }

  @Test
  void of_all_that_has_a_word_what_was_told_then_goes_first() {
    talkDaily(
        Map.of(
            20, "Wout broke his arm and his other arm", 83, "that arm again", 99, "my arm broke"));
    assertThat(ask("whose arm broke on 2026-01-24?", 60).text())
        .contains("… | 2026-01-24 user: that arm again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"what happened on 2026-01-17?", "what happened last week?"})
  void the_time_decides_where_the_words_stand_nowhere(String question) {
    talkDaily(Map.of(76, "Wout broke his arm", 112, "Wout broke his arm"));
    assertThat(ask(question, 60).text())
        .containsPattern("2026-(01-17|02-22) user: Wout broke his arm");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "which server port do we use today?",
        "which server port do we use this week?",
        "which server port was set this year?",
        "which server port do we use in 2026?",
        "which server port did we use in the past two weeks?"
      })
  void what_is_asked_of_a_time_that_goes_on_may_have_been_told_before(String question) {
    talkDaily(5, "the server port was changed to 9443");
    assertThat(ask(question, 60).text()).contains("user: the server port was changed to 9443");
  }

  @Test
  void what_was_said_today_is_told_from_today() {
    talkDaily(Map.of(5, "today it rains", 119, "Wout broke his arm"));
    assertThat(ask("what happened today?", 60).text()).contains("Wout broke his arm");
  }

  @Test
  void the_words_decide_where_the_day_is_in_none_of_the_events() {
    talkDaily(76, "Wout broke his arm");
    assertThat(ask("whose arm broke on 2024-01-17?", 60).text()).contains("Wout broke his arm");
  }

  @Test
  void one_long_record_leaves_room_for_others() {
    memory.event("alpha report ".repeat(900), LongLinesTest::sure);
    for (int i = 0; i < 7; i++) {
      memory.event("alpha report of day " + i, LongLinesTest::sure);
    }
    RetrieveAnswer answer = ask("alpha report", 1_500);
    assertThat(answer.text().lines()).hasSize(8);
    assertThat(answer.text().lines().filter(line -> TokenEstimate.of(line) > 450)).hasSize(1);
    assertThat(answer.text().lines().filter(line -> TokenEstimate.of(line) > 500)).isEmpty();
    assertThat(answer.truncated()).isTrue();
  }

  @Test
  void a_long_record_is_told_whole_where_all_have_room() {
    memory.event("alpha report ".repeat(200), LongLinesTest::sure);
    memory.event("alpha report of today", LongLinesTest::sure);
    RetrieveAnswer answer = ask("alpha report", 1_000);
    assertThat(answer.text().lines()).hasSize(2);
    assertThat(answer.text()).doesNotContain("…");
    assertThat(answer.truncated()).isFalse();
  }

  private RetrieveAnswer ask(String question, int tokens) {
    return memory.ask(ask -> ask.view(AnswerView.TEXT).taskDescriptor(question).maxTokens(tokens));
  }

  private static MemoryRecord.Builder sure(MemoryRecord.Builder record) {
    return record.confidence(1);
  }
}
