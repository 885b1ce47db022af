package dev.membrane.internal.retrieve;

import static dev.membrane.internal.retrieve.Remembered.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.schema.Sensitivity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a date or a time in a question finds. */
class AskedDatesTest extends RelevanceScenes {

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

  @Test
  void what_tells_a_time_comes_first() {
    alone("x", "our garden was flooded");
    String told = alone("x", "our garden was flooded since");
    alone("x", "our garden was flooded");
    assertThat(first("garden flooded")).isEqualTo(told);
  }
}
