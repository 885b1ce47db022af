package dev.membrane.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.search.Terms;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordTextTest {

  private static final Instant T = Instant.parse("2026-03-01T12:00:00Z");

  private final RecordText text = new RecordText(new TextAnalyzer());

  @Test
  void an_episode_is_found_by_summaries_tools_and_strings_in_arguments() {
    var call =
        new ToolNode("idx", "grep", json("name", List.of("alpha", 7, true)), null, T, List.of());
    var event = new TimelineEvent(T, "kindx", "refx", "summaryx");
    assertThat(terms(EpisodicPayload.of(List.of(event), List.of(call))))
        .containsExactlyInAnyOrder("/tag/tagx", "summaryx", "grep", "alpha");
  }

  @Test
  void a_working_state_is_found_by_its_summary_actions_and_questions() {
    assertThat(
            terms(
                new WorkingPayload(
                    "threadx",
                    TaskState.BLOCKED,
                    List.of(),
                    List.of("actionx"),
                    List.of("questionx"),
                    "summaryx",
                    null)))
        .containsExactlyInAnyOrder("/tag/tagx", "actionx", "questionx", "summaryx");
  }

  @Test
  void a_fact_is_found_by_subject_predicate_and_scalars_in_its_object() {
    assertThat(
            terms(
                new SemanticPayload(
                    "subjectx",
                    "predicatex",
                    json("namex", JsonValue.of(Arrays.asList("v", 42, true, null))),
                    Validity.global(),
                    List.of(),
                    null,
                    null)))
        .containsExactlyInAnyOrder(
            "/about/subjectx",
            "/says/subjectx//predicatex",
            "/tag/tagx",
            "subjectx",
            "predicatex",
            "v",
            "42",
            "true");
  }

  @Test
  void a_competence_is_found_by_name_triggers_steps_and_failure_modes() {
    assertThat(
            terms(
                new CompetencePayload(
                    "namex",
                    List.of(new Trigger("signalx", json("k", "conditionx"))),
                    List.of(new RecipeStep("stepx", "toolx", json("k", "schemax"), "validx")),
                    List.of("requiredx"),
                    List.of("failurex"),
                    List.of("fallbackx"),
                    null,
                    null,
                    null)))
        .containsExactlyInAnyOrder(
            "/tag/tagx", "namex", "signalx", "conditionx", "stepx", "toolx", "failurex");
  }

  @Test
  void a_plan_is_found_by_intent_ops_and_strings_in_parameters() {
    var node = new PlanNode("idx", "opx", json("k", Map.of("deep", "paramx")), json("k", "guardx"));
    assertThat(
            terms(
                new PlanGraphPayload(
                    "planx",
                    "1",
                    "intentx",
                    null,
                    null,
                    null,
                    List.of(node),
                    List.of(),
                    null,
                    null)))
        .containsExactlyInAnyOrder("/tag/tagx", "intentx", "opx", "paramx");
  }

  @Test
  void what_is_written_is_never_a_tie() {
    assertThat(new TextAnalyzer().terms("/about/alice /from/1 a /about/bob //x"))
        .isNotEmpty()
        .noneMatch(term -> term.charAt(0) == Terms.TIE);
  }

  @Test
  void the_summary_that_ingestion_gives_to_a_call_adds_no_words() {
    var call = new ToolNode("c", "deploy", json("k", "argx"), null, T, List.of(), null);
    var made = new TimelineEvent(T, "tool_call", "c", "tool_call: deploy");
    var said = new TimelineEvent(T, "tool_call", "c", "the tool deployx was called");
    assertThat(terms(EpisodicPayload.of(List.of(made), List.of(call))))
        .containsExactlyInAnyOrder("/tag/tagx", "deploy", "argx");
    assertThat(terms(EpisodicPayload.of(List.of(said), List.of(call)))).contains("tool", "deployx");
  }

  @Test
  void repeated_words_count_each_time() {
    var event = new TimelineEvent(T, "deploy", "r", "deploys deployed");
    Terms terms = text.termsOf(record(EpisodicPayload.of(List.of(event), List.of())));
    assertThat(terms.counts()).isEqualTo(Map.of("deploy", 2, "/tag/tagx", 1));
    assertThat(terms.length()).isEqualTo(2);
  }

  @Test
  void however_much_text_there_is_it_is_read_up_to_the_limits() {
    var event = new TimelineEvent(T, "k", "r", "x".repeat(99_000) + " ");
    var episode = EpisodicPayload.of(Collections.nCopies(50, event), List.of());
    Terms terms = text.termsOf(record(episode));
    assertThat(terms.length()).isLessThanOrEqualTo(TextAnalyzer.MAX_TERMS);
    var words = new TimelineEvent(T, "k", "r", "word ".repeat(20_000));
    assertThat(text.termsOf(record(EpisodicPayload.of(List.of(words), List.of()))).length())
        .isEqualTo(TextAnalyzer.MAX_TERMS);
  }

  @Test
  void a_tag_is_found_by_a_word_that_equals_it() {
    assertThat(RecordText.tagTies("What about TagX, (tagx)?")).contains("/tag/tagx");
    assertThat(RecordText.tagTies("tagxy tag x")).doesNotContain("/tag/tagx");
    assertThat(RecordText.tagTies("a ".repeat(10_000))).hasSize(1);
  }

  @Test
  void the_mark_tells_when_it_was_who_spoke_and_what_else_holds() {
    var event = new TimelineEvent(T, "message", "r", "Ann Lee: I moved there last week");
    Terms terms = text.termsOf(record(EpisodicPayload.of(List.of(event), List.of())));
    assertThat(Traits.of(terms.mark()))
        .contains(new Traits(T, Set.of(Traits.Flag.TELLS_TIME), List.of("ann", "lee")));
    var answer = new TimelineEvent(T, "assistant_message", "r", "You may like it");
    Terms answered = text.termsOf(record(EpisodicPayload.of(List.of(answer), List.of())));
    assertThat(Traits.of(answered.mark()))
        .contains(new Traits(T, Set.of(Traits.Flag.ASSISTANT), List.of("assist")));
  }

  @ParameterizedTest
  @CsvSource({
    "message,           Bob,      bob",
    "user_message,      Bob,      bob",
    "user_message,      user,     user",
    "user_message,      agent,    user",
    "user_message,      tool_bus, user",
    "user_message,      ,         user",
    "assistant_message, Bob,      assist",
    "assistant_message, ,         assist"
  })
  void the_mark_names_the_source_unless_the_kind_or_a_program_speaks(
      String kind, @Nullable String source, String speaker) {
    var event = new TimelineEvent(T, kind, "r", "it rains");
    var reported = new ProvenanceSource(ProvenanceKind.EVENT, "r", null, source, T);
    MemoryRecord record =
        record(EpisodicPayload.of(List.of(event), List.of())).toBuilder()
            .provenance(new Provenance(List.of(reported), null))
            .build();
    assertThat(Traits.of(text.termsOf(record).mark()))
        .get()
        .extracting(Traits::speaker)
        .isEqualTo(List.of(speaker));
  }

  @Test
  void the_mark_tells_of_a_time_wherever_it_is_said_and_only_of_whole_words() {
    for (String said :
        List.of(
            "ago", "It was LAST Week", "_ since", "(in 2024)", "é monday\n", "in march", "March")) {
      assertThat(flags(said, "likes")).as(said).containsExactly(Traits.Flag.TELLS_TIME);
    }
    for (String said :
        List.of(
            "agony",
            "Sincere",
            "_ago",
            "éago",
            "5ago",
            "last",
            "in may1",
            "a",
            "may march in",
            "May I")) {
      assertThat(flags(said, "likes")).as(said).isEmpty();
    }
  }

  @Test
  void the_mark_of_a_fact_tells_that_it_repeats_an_event_and_whose() {
    assertThat(flags("user_message", "observed_in")).containsExactly(Traits.Flag.REPEATS_EVENT);
    assertThat(flags("assistant_message", "observed_in"))
        .containsExactlyInAnyOrder(Traits.Flag.REPEATS_EVENT, Traits.Flag.ASSISTANT);
    assertThat(flags("assistant_message", "likes")).isEmpty();
  }

  private Set<Traits.Flag> flags(String subject, String predicate) {
    var fact =
        new SemanticPayload(
            subject,
            predicate,
            JsonValue.of("the brewery"),
            Validity.global(),
            List.of(),
            null,
            null);
    return Traits.of(text.termsOf(record(fact)).mark()).orElseThrow().flags();
  }

  private Set<String> terms(Payload payload) {
    return text.termsOf(record(payload)).counts().keySet();
  }

  private static JsonObject json(String name, Object value) {
    return new JsonObject(Map.of(name, JsonValue.of(value)));
  }

  private static MemoryRecord record(Payload payload) {
    var decay = new DecayProfile(DecayCurve.EXPONENTIAL, 60, null, null, null);
    return MemoryRecord.builder()
        .id("019f0000-0000-7000-8000-000000000001")
        .type(payload.kind())
        .sensitivity(Sensitivity.LOW)
        .confidence(1)
        .salience(1)
        .tags(List.of("tagx"))
        .createdAt(T)
        .updatedAt(T)
        .lifecycle(new Lifecycle(decay, T, false, DeletionPolicy.AUTO_PRUNE))
        .provenance(new Provenance(List.of(), null))
        .payload(payload)
        .build();
  }
}
