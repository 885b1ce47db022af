package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.json.RecordCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelevanceTest {

  private static final RecordCodec CODEC = new RecordCodec();

  private final Remembered memory = new Remembered();
  private int facts;

  private String at(Instant at, String kind, String summary) {
    return memory.add(
        EpisodicPayload.of(List.of(new TimelineEvent(at, kind, "e", summary)), List.of()));
  }

  /** Far enough from all others to stand in no window of theirs. */
  private String alone(String kind, String summary) {
    return at(NOW.minus(Duration.ofDays(400)), kind, summary);
  }

  private String first(String task) {
    return memory.idsFor(ask -> ask.taskDescriptor(task).limit(1)).get(0);
  }

  @Test
  void what_happened_when_the_descriptor_says_comes_first() {
    Instant may = Instant.parse("2023-05-08T10:00:00Z");
    String then = at(may, "x", "we went hiking");
    at(may.plus(Duration.ofDays(90)), "x", "we went hiking");
    assertThat(first("where did we go hiking on 7 May 2023")).isEqualTo(then);
    assertThat(first("where did we go hiking on 6 August 2023")).isNotEqualTo(then);
  }

  @Test
  void what_is_of_the_day_is_found_without_a_word_of_the_question() {
    Instant before = NOW.minus(Duration.ofDays(60));
    String then = memory.add(Remembered.fact("roof", "repaired"), it -> it.createdAt(before));
    memory.add(Remembered.fact("cellar", "painted"), it -> it);
    memory.add(
        Remembered.fact("attic", "sold"),
        it -> it.createdAt(before).sensitivity(Sensitivity.MEDIUM));
    assertThat(matching("what did we do on 31 December 2025?")).containsExactly(then);
    assertThat(matching("what did we do on 31 October 2025?")).isEmpty();
    assertThat(matching("what did we do?")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"12 October", "October 12th, 2025", "2025-10-12", "2025/10/12"})
  void numbers_of_a_date_do_not_ask_for_whatever_has_them(String date) {
    String then = ofTwelfth("roof", "repaired");
    fact("box", "for 12 screws, 10 nails, the 12th of them");
    assertThat(matching("what did we do on " + date + "?")).containsExactly(then);
  }

  @ParameterizedTest
  @CsvSource({
    "12 October,             the dentist on 12 October",
    "the 12th of October,    the dentist on October 12th",
    "2025-10-12,             the dentist on 2025-10-12",
    "12.10.2025,             the dentist on 12.10.2025",
    "2025,                   the dentist in 2025"
  })
  void what_says_the_date_is_found(String date, String text) {
    assertThatItIsFound(date, text);
  }

  /** NOW is in the spring of 2026. */
  @ParameterizedTest
  @CsvSource({
    "2025-10-12,             the dentist on 12 October 2025",
    "2025-10-12,             the dentist on October 12th",
    "2025-10-12,             'the dentist on Oct. 12, 2025'",
    "2025-10-12,             the dentist on 12.10.2025",
    "12.10.2025,             the dentist on 10/12/2025",
    "'October 12, 2025',     the dentist on 2025-10-12",
    "12th of Oct,            the dentist on 2025-10-12",
    "12 October,             the dentist on 12.10.2025",
    "12 Oct,                 the dentist on October 12",
    "October 2025,           the dentist in Oct 2025"
  })
  void what_says_the_date_in_another_form_is_found(String date, String text) {
    assertThatItIsFound(date, text);
  }

  @ParameterizedTest
  @CsvSource({"7 September 2025, 2025-09-07", "2025-09-07, Sept 7th", "7.9.2025, 07/09/2025"})
  void a_zero_before_a_number_of_the_date_tells_nothing(String date, String told) {
    String dentist = fact("plan", "the dentist on " + told);
    assertThat(matching("what did we do on " + date + "?")).containsExactly(dentist);
  }

  private void assertThatItIsFound(String date, String text) {
    String then = ofTwelfth("roof", "repaired");
    String told = fact("plan", text);
    fact("box", "for 12 screws");
    List<String> found = matching("what did we do on " + date + "?");
    assertThat(found).contains(told).isSubsetOf(told, then);
  }

  @ParameterizedTest
  @CsvSource({
    "2025-10-12,      12 screws in 2025",
    "2025-10-12,      the fair in October",
    "12 October 2025, the dentist in October",
    "17 May 2025,     it may be worth much more",
    "2025-10-12,      the dentist on 2025-10-13",
    "12 October,      10 nails and 12 screws",
    "12 October,      the dentist on 12.10.1999",
    "'October, 2025', the dentist on 2025-10-12"
  })
  void what_has_a_part_of_another_form_is_no_match(String date, String text) {
    fact("plan", text);
    assertThat(matching("what did we do on " + date + "?")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"where do I live now?", "Please: where do I currently live?"})
  void words_that_ask_of_the_present_or_politely_ask_for_nothing_else(String task) {
    String home = alone("x", "I live in Ghent with a cat and many plants");
    String fish = memory.event("fish now, please, currently");
    assertThat(first(task)).isEqualTo(home);
    assertThat(first("now, please")).isEqualTo(fish);
  }

  @Test
  void a_number_beside_the_date_is_a_word() {
    String screws = fact("box", "for 12 screws");
    assertThat(matching("which 12 did we buy on 12 October?")).containsExactly(screws);
    assertThat(matching("which 12 did we buy 12 days ago?")).containsExactly(screws);
    assertThat(matching("what did we buy 12 days ago?")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "last week,            the weekly report of week 12, a journey of last week",
    "two days ago,         two looked at the roof,       a journey of 2 days",
    "in the last 3 months, the 3 best of last year,      a journey of three months",
    "last Friday,          the shop opens on Friday,     a journey of last Friday"
  })
  void what_has_only_some_words_of_a_time_is_no_match(String time, String some, String all) {
    String then = fact("roof", "repaired", NOW);
    Instant before = NOW.minus(Duration.ofDays(400));
    fact("plan", some, before);
    String whole = fact("trip", all, before);
    assertThat(matching("what was there " + time + "?")).contains(whole).isSubsetOf(whole, then);
  }

  @ParameterizedTest
  @ValueSource(strings = {"in May", "on 7 May", "in may", "this May"})
  void a_month_that_is_named_is_not_the_verb(String time) {
    String wedding = fact("plan", "the wedding in May, on the 7th");
    fact("rule", "7 of you may march in");
    fact("sign", "May I see 7 tickets");
    assertThat(matching("what is there " + time + "?")).containsExactly(wedding);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"may I dance?", "May we dance?", "who may dance?", "Now. May they dance?"})
  void the_verb_is_not_the_month(String task) {
    fact("plan", "the wedding in May");
    String ball = fact("ball", "all of us dance");
    assertThat(matching(task)).containsExactly(ball);
  }

  @Test
  void somebody_called_like_a_month_is_found_by_the_name() {
    String tea = fact("tea", "May drinks it");
    fact("rule", "you may leave");
    assertThat(matching("What does May drink?")).containsExactly(tea);
  }

  @Test
  void a_month_with_a_year_is_found_by_its_name() {
    String note = fact("plan", "the October meeting about the budget");
    fact("box", "for 2025 screws");
    assertThat(matching("what was decided in October 2025?")).containsExactly(note);
  }

  @Test
  void what_has_only_numbers_of_the_date_is_no_match() {
    fact("box", "for 12 screws");
    RetrieveAnswer answer =
        memory.ask(ask -> ask.taskDescriptor("what did we do on 12 October?").explain(true));
    assertThat(CODEC.write(answer.entries().get(0).explanation()))
        .contains("\"ranked_by\":\"salience\"");
  }

  @Test
  void what_has_only_numbers_of_the_date_takes_the_place_of_no_match() {
    List<String> roofs = new ArrayList<>(List.of(fact("house", "roof", NOW)));
    for (int i = 0; i < CandidateSearch.TERM_BUDGET; i++) {
      roofs.add(fact("house", "roof", NOW));
      fact("box", "for 12 screws");
    }
    assertThat(matching("which roof on 12 October?")).isNotEmpty().isSubsetOf(roofs);
  }

  @Test
  void the_terms_that_are_told_are_those_that_count() {
    fact("box", "for 12 screws in May");
    fact("trip", "on 12 October");
    fact("fair", "in October");
    RetrieveAnswer answer =
        memory.ask(ask -> ask.taskDescriptor("the fair on 12 October").explain(true));
    assertThat(answer.entries().stream().map(AnswerEntry::explanation).map(CODEC::write))
        .satisfiesExactly(
            fair -> assertThat(fair).contains("\"fair\"").doesNotContain("\"octob\""),
            date -> assertThat(date).contains("\"12\"", "\"octob\""),
            none -> assertThat(none).doesNotContain("\"terms\""));
  }

  private String ofTwelfth(String subject, String object) {
    return fact(subject, object, Instant.parse("2025-10-12T10:00:00Z"));
  }

  /** Of another sitting than all others, and of another day than the twelfth. */
  private String fact(String subject, String object) {
    return fact(subject, object, NOW.minus(Duration.ofDays(++facts)));
  }

  /** From a source of its own: facts of one source lend each other words. */
  private String fact(String subject, String object, Instant created) {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.OBSERVATION, subject, null, null, null);
    return memory.add(
        Remembered.fact(subject, object),
        it -> it.createdAt(created).provenance(new Provenance(List.of(source), null)));
  }

  private List<String> matching(String task) {
    return memory.idsFor(ask -> ask.taskDescriptor(task).matchingOnly(true));
  }

  @ParameterizedTest
  @CsvSource({
    "what failed last time?,            FAILURE",
    "Which deployments failed?,         FAILURE",
    "what of all this went wrong?,      FAILURE",
    "why did the last deployment fail,  FAILURE",
    "has anything gone wrong of late,   FAILURE",
    "did any of the deployments fail?,  FAILURE",
    "show me the failed runs,           FAILURE",
    "what did not work?,                FAILURE",
    "which runs were not successful?,   FAILURE",
    "any failures?,                     FAILURE",
    "which runs were a failure?,        FAILURE",
    "which of the runs was a success?,  SUCCESS",
    "What worked?,                      SUCCESS",
    "which deployment has succeeded?,   SUCCESS",
    "the latest successes,              SUCCESS",
    "which runs were successful,        SUCCESS",
    "what was successful,               SUCCESS",
    "what was the failed login?,        ",
    "which firm have I worked for?,     ",
    "does the gate fail to close?,      "
  })
  void a_question_for_an_outcome_finds_the_runs_that_ended_so(String task, OutcomeStatus asked) {
    Map<String, Optional<OutcomeStatus>> runs = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      runs.put(run(null), Optional.empty());
      Stream.of(OutcomeStatus.values()).forEach(how -> runs.put(run(how), Optional.of(how)));
    }
    List<String> found =
        runs.entrySet().stream()
            .filter(each -> each.getValue().equals(Optional.ofNullable(asked)))
            .map(Map.Entry::getKey)
            .toList();
    if (asked == null) {
      assertThat(gaining(task, "outcome", 0.3)).isEmpty();
    } else {
      assertThat(memory.idsFor(ask -> ask.taskDescriptor(task).limit(3)))
          .containsExactlyInAnyOrderElementsOf(found);
      assertThat(gaining(task, "outcome", 0.3)).containsExactlyInAnyOrderElementsOf(found);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "did the last deploy succeed?",
        "Has the deploy failed?",
        "did the deploy fail?",
        "was the last deploy successful?",
        "tell me, were the deploys of Monday unsuccessful"
      })
  void a_question_whether_a_run_succeeded_finds_it_however_it_ended(String task) {
    String failed = run(OutcomeStatus.FAILURE);
    run(null);
    String succeeded = run(OutcomeStatus.SUCCESS);
    String partly = run(OutcomeStatus.PARTIAL);
    assertThat(gaining(task, "outcome", 0.3)).containsExactlyInAnyOrder(failed, succeeded, partly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "was the last successful deploy in May?",
        "did Ann fail the exam?",
        "did the gate fail to close?",
        "has Ann failed her exam?",
        "where was a successful painter born"
      })
  void a_word_for_an_end_that_is_about_something_else_asks_for_no_run(String task) {
    run(OutcomeStatus.SUCCESS);
    run(OutcomeStatus.FAILURE);
    assertThat(gaining(task, "outcome", 0.3)).isEmpty();
  }

  @Test
  void no_run_is_found_by_its_outcome_that_is_not_seen_in_full() {
    memory.add(
        Remembered.episode("deploy").withOutcome(OutcomeStatus.FAILURE),
        it -> it.sensitivity(Sensitivity.MEDIUM));
    assertThat(matching("what failed?")).isEmpty();
    run(OutcomeStatus.SUCCESS);
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor("what failed?").explain(true));
    assertThat(answer.entries().stream().map(AnswerEntry::explanation).map(CODEC::write))
        .hasSize(2)
        .allMatch(each -> each.contains("\"ranked_by\":\"salience\""));
    String failed = run(OutcomeStatus.FAILURE);
    assertThat(first("what failed?")).isEqualTo(failed);
    assertThat(
            memory.idsFor(
                ask ->
                    ask.taskDescriptor("what failed?")
                        .matchingOnly(true)
                        .memoryTypes(Set.of(MemoryType.SEMANTIC))))
        .isEmpty();
  }

  private String run(@Nullable OutcomeStatus outcome) {
    EpisodicPayload run =
        EpisodicPayload.of(
            List.of(new TimelineEvent(NOW.minus(Duration.ofDays(++facts)), "x", "e", "deploy")),
            List.of());
    return memory.add(outcome == null ? run : run.withOutcome(outcome));
  }

  @Test
  void what_the_named_speaker_said_comes_first() {
    String ann = alone("x", "Ann: hiking in spring");
    String bob = alone("x", "Bob: hiking in spring");
    assertThat(first("what does Ann say of hiking")).isEqualTo(ann);
    assertThat(first("what does Bob say of hiking")).isEqualTo(bob);
  }

  @Test
  void a_speaker_is_named_by_a_capitalised_part_of_the_name() {
    String zoe = alone("x", "Zoë Müller: hiking in spring");
    String ann = alone("x", "Dr. Ann Lee: hiking in spring");
    alone("x", "help desk: hiking in spring");
    assertThat(named("what does Zoë say of hiking")).containsExactly(zoe);
    assertThat(named("hiking with Müller")).containsExactly(zoe);
    assertThat(named("what of Ann's hiking in spring")).containsExactly(ann);
    assertThat(named("what of hiking did Dr. Lee like")).containsExactly(ann);
    assertThat(named("did Zoë go hiking with Dr. Smith?")).containsExactly(zoe);
    assertThat(named("what of hiking did Dr. Smith say at a desk")).isEmpty();
    assertThat(named("did Ann and Zoë go hiking")).isEmpty();
  }

  @Test
  void a_first_word_or_a_title_is_no_part_of_a_name() {
    String mark = alone("x", "Mark Johnson: hiking in spring");
    String smith = alone("x", "Mr Smith: hiking in spring");
    alone("x", "Mrs Lee: hiking in spring");
    assertThat(named("Mark all hiking as read")).isEmpty();
    assertThat(named("hiking in spring. Mark it as read")).isEmpty();
    assertThat(named("what did Mark say of hiking")).containsExactly(mark);
    assertThat(named("what did Mr Jones say of hiking")).isEmpty();
    assertThat(named("what did MRS Jones or Mrs. Jones say of hiking")).isEmpty();
    assertThat(named("what did Smith say of hiking")).containsExactly(smith);
    assertThat(named("Dr. Smith likes hiking")).containsExactly(smith);
    assertThat(named("Mr Smith likes hiking")).containsExactly(smith);
  }

  @Test
  void a_whole_name_comes_before_a_part_of_another() {
    alone("x", "Zoë Müller: hiking in spring");
    String zoe = alone("x", "Zoë: hiking in spring");
    alone("x", "Zoë Meier: hiking in spring");
    assertThat(named("what does Zoë say of hiking")).containsExactly(zoe);
  }

  @Test
  void a_stop_word_is_a_name_where_it_has_a_capital_within_a_sentence() {
    String will = alone("x", "Will: hiking in spring");
    String ann = alone("x", "Ann: hiking in spring");
    assertThat(named("what did Will say of hiking")).containsExactly(will);
    assertThat(named("Will he go hiking in spring? Will Ann?")).containsExactly(ann);
    assertThat(named("when will the hiking begin? Will it?")).isEmpty();
    assertThat(named("WHEN WILL THE HIKING BEGIN")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          how was the billing error fixed?                | false
          The billing errors before hiking                | false
          fix a billing-error, an billing error           | false
          what did billing say of the billing error?      | true
          what did the billing team say of hiking?        | true
          did the billing like hiking?                    | true
          what was it that the billing agent said?        | true
          what the billing said of hiking                 | true
          did you hear of the billing?                    | true
          is it the billing that likes hiking?            | true
          what was the Billing error?                     | true
          billing hiking                                  | true
          """)
  void a_word_that_says_which_thing_is_meant_names_nobody(String task, boolean isNamed) {
    String billing = alone("x", "billing: hiking in spring, error");
    alone("x", "Ann: hiking in spring, error");
    assertThat(named(task)).isEqualTo(isNamed ? List.of(billing) : List.of());
  }

  @ParameterizedTest
  @CsvSource({"user", "assistant", "help desk"})
  void users_and_assistants_and_names_of_several_words_are_named_by_it(String speaker) {
    String said = alone("x", speaker + ": hiking in spring");
    alone("x", "Ann: hiking in spring");
    assertThat(named("was the " + speaker + " hiking?")).containsExactly(said);
  }

  /** The records that gain by the speaker whom a task names. */
  private List<String> named(String task) {
    return gaining(task, "speaker", 0.1);
  }

  private List<String> gaining(String task, String part, double by) {
    RetrieveAnswer answer = memory.ask(ask -> ask.taskDescriptor(task).explain(true));
    List<String> ids = Remembered.ids(answer);
    return IntStream.range(0, ids.size())
        .filter(
            i ->
                CODEC
                    .write(answer.entries().get(i).explanation())
                    .contains("\"" + part + "\":" + by))
        .mapToObj(ids::get)
        .toList();
  }

  @Test
  void what_tells_a_time_comes_first() {
    alone("x", "our garden was flooded");
    String told = alone("x", "our garden was flooded since");
    alone("x", "our garden was flooded");
    assertThat(first("garden flooded")).isEqualTo(told);
  }

  @Test
  void the_assistants_own_words_count_half_unless_they_are_asked_for() {
    String user = alone("user_message", "a recipe with lentils and some more of it for dinner");
    String assistant = alone("assistant_message", "recipe lentils");
    assertThat(first("a recipe with lentils")).isEqualTo(user);
    assertThat(first("remind me of the recipe with lentils")).isEqualTo(assistant);
    assertThat(first("what did the assistant say of a recipe with lentils")).isEqualTo(assistant);
    assertThat(first("the agent's advice on a recipe with lentils")).isEqualTo(assistant);
    assertThat(first("which recipe with lentils has your assistant a say in")).isEqualTo(user);
  }

  @Test
  void what_stands_around_the_best_comes_before_what_does_not() {
    String far = at(NOW.minus(Duration.ofDays(9)), "x", "of no interest");
    String near = at(NOW, "x", "some words");
    at(NOW, "x", "about the summer in Lisbon");
    for (int i = 0; i < 20; i++) {
      at(NOW.minus(Duration.ofDays(7)), "x", "of no interest");
    }
    List<String> ids = memory.idsFor(ask -> ask.taskDescriptor("Lisbon").limit(3));
    assertThat(ids.get(1)).isEqualTo(near);
    assertThat(ids).doesNotContain(far);
  }
}
