package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything arrives in the same minute, and tells of other days. */
class BackfillTest {

  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  private static final RecordCodec CODEC = new RecordCodec();

  private final Membrane membrane =
      Membrane.builder().store(new InMemoryStore()).clock(() -> NOW).backgroundJobs(false).build();

  @AfterEach
  void close() {
    membrane.close();
  }

  @ParameterizedTest
  @CsvSource({
    "What did I do on June 10?,         tomatoes",
    "what did I do in June 2026,        tomatoes",
    "What happened in August 2026?,     bike",
    "what did I do today?,              ",
    "what happened this week?,          "
  })
  void events_are_of_the_day_that_they_happened_on(String task, String expected) {
    String tomatoes = event("Planted tomatoes.", "2026-06-10");
    String bike = event("Fixed the bike.", "2026-08-20");
    assertThat(gaining(task))
        .isEqualTo(
            expected == null ? List.of() : List.of(expected.equals("bike") ? bike : tomatoes));
    assertThat(found(task).stream().limit(1).toList()).isEqualTo(gaining(task));
  }

  @Test
  void facts_are_of_the_day_of_their_evidence() {
    String oslo = observation("Oslo", "2026-03-05");
    String lima = observation("Lima", "2026-07-10");
    assertThat(found("what was there in March 2026?")).containsExactly(oslo);
    assertThat(found("What did Ann visit in March 2026?")).containsExactly(oslo, lima);
    assertThat(gaining("What did Ann visit in March 2026?")).containsExactly(oslo);
    assertThat(gaining("What did Ann visit today?")).isEmpty();
  }

  @Test
  void a_conversation_is_of_every_day_on_which_something_was_said() {
    String thread = turn("I live in Rome.", "2026-03-01");
    assertThat(turn("Remind me to call the dentist tomorrow.", "2026-11-25")).isEqualTo(thread);
    assertThat(gaining("the dentist on 25 November 2026")).containsExactly(thread);
    assertThat(gaining("what did we say in March 2026?")).containsExactly(thread);
    assertThat(found("what was said on 25 November 2026?")).containsExactly(thread);
    assertThat(gaining("the dentist in July 2026")).isEmpty();
  }

  private String turn(String summary, String day) {
    return event(summary, IngestOptions.NONE.unscoped().episode("thread").timestamp(noon(day)));
  }

  private String event(String summary, String day) {
    return event(summary, IngestOptions.NONE.unscoped().timestamp(noon(day)));
  }

  private String event(String summary, IngestOptions options) {
    return membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("user")
                .eventKind("user_message")
                .ref("r" + summary.hashCode())
                .summary(summary)
                .options(options)
                .build())
        .record()
        .id();
  }

  private String observation(String object, String day) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject("Ann")
                .predicate("visited")
                .object(object)
                .options(IngestOptions.NONE.unscoped().timestamp(noon(day)))
                .build())
        .record()
        .id();
  }

  private static Instant noon(String day) {
    return Instant.parse(day + "T12:00:00Z");
  }

  private List<String> found(String task) {
    return ask(task).records().stream().map(RecordView::id).toList();
  }

  /** The records that gain by the date. */
  private List<String> gaining(String task) {
    RetrieveAnswer answer = ask(task);
    return answer.records().stream().map(RecordView::id).filter(id -> isDated(answer, id)).toList();
  }

  private static boolean isDated(RetrieveAnswer answer, String id) {
    return answer.entries().stream()
        .map(AnswerEntry::explanation)
        .map(CODEC::write)
        .anyMatch(each -> each.startsWith("{\"id\":\"" + id) && each.contains("\"date\":0.3"));
  }

  private RetrieveAnswer ask(String task) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.LOW))
                .taskDescriptor(task)
                .matchingOnly(true)
                .explain(true)
                .build());
  }
}
