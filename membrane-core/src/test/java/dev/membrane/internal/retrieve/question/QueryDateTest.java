package dev.membrane.internal.retrieve.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryDateTest {

  private static final Instant NOW = Instant.parse("2024-03-10T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "what happened on 7 May 2023? | 2023-05-05 | 2023-05-14",
        "what happened on the 7th of May, 2023? | 2023-05-05 | 2023-05-14",
        "May 7, 2023 | 2023-05-05 | 2023-05-14",
        "on 2023-05-07 | 2023-05-05 | 2023-05-14",
        "in May 2023 | 2023-04-29 | 2023-06-07",
        "what did she buy in 2022 | 2021-12-30 | 2023-01-07",
        "on 2023/05/07 | 2023-05-05 | 2023-05-14",
        "on 7.05.2023 | 2023-05-05 | 2023-05-14",
        "what was said yesterday | 2024-03-07 | 2024-03-16",
        "what was said the day before yesterday? | 2024-03-06 | 2024-03-15",
        "two 3 days ago things | 2024-03-05 | 2024-03-14",
        "what was repaired three days ago? | 2024-03-05 | 2024-03-14",
        "ten days ago | 2024-02-27 | 2024-03-07",
        "a day ago | 2024-03-07 | 2024-03-16",
        "what happened on 7 Feb 2023? | 2023-02-05 | 2023-02-14",
        "on the 7th of Sept, 2023 | 2023-09-05 | 2023-09-14",
        "Aug. 7, 2023 | 2023-08-05 | 2023-08-14",
        "in Apr 2023 | 2023-03-30 | 2023-05-07",
        "what did I do last month | 2024-01-30 | 2024-03-07",
        "whom did I meet last Saturday? | 2024-03-07 | 2024-03-16",
        "whom did I meet last Sunday? | 2024-03-01 | 2024-03-10",
        "what did I buy this past Monday | 2024-03-02 | 2024-03-11",
        "where was I last weekend? | 2024-02-29 | 2024-03-10",
        "what have I done this week | 2024-03-02 | 2024-03-17",
        "how often did I run this month | 2024-02-28 | 2024-04-07",
        "how many weddings this year? | 2023-12-30 | 2025-01-07",
        "a couple of days ago | 2024-03-06 | 2024-03-15",
        "a couple weeks ago | 2024-02-23 | 2024-03-09",
        "a few days ago | 2024-03-05 | 2024-03-14",
        "what happened in the last two weeks? | 2024-02-23 | 2024-03-17",
        "in the last 3 days | 2024-03-05 | 2024-03-17",
        "over the past two months | 2024-01-08 | 2024-03-17",
        "in the past couple of weeks | 2024-02-23 | 2024-03-17",
        "in the last few days | 2024-03-05 | 2024-03-17",
        "on Friday 1 March 2024, not last Monday | 2024-02-28 | 2024-03-08",
        "on 12/31/2023 | 2023-12-29 | 2024-01-07",
        "on 31/12/2023 | 2023-12-29 | 2024-01-07",
        "on 31.12.2023 | 2023-12-29 | 2024-01-07",
        "on 12.31.2023 | 2023-12-29 | 2024-01-07",
        "on 12-31-2023 | 2023-12-29 | 2024-01-07",
        "on 31-12-2023 | 2023-12-29 | 2024-01-07",
        "on 5/5/2023 | 2023-05-03 | 2023-05-12",
        "on 2023-5-7 | 2023-05-05 | 2023-05-14",
        "on 2023-02-29, which was no day | 2022-12-30 | 2024-01-07",
        "on 30/02/2023, which was no day | 2022-12-30 | 2024-01-07",
        "what did we do last May? | 2023-04-29 | 2023-06-07",
        "what did we do last March? | 2023-02-27 | 2023-04-07",
        "how was last February | 2024-01-30 | 2024-03-07",
        "this past June | 2023-05-30 | 2023-07-07",
        "in May last year | 2023-04-29 | 2023-06-07",
        "in February of last year | 2023-01-30 | 2023-03-07",
        "on 7 May last year | 2023-05-05 | 2023-05-14",
        "what have I done in the past week | 2024-03-01 | 2024-03-17",
        "over the past month | 2024-02-08 | 2024-03-17",
        "in the past year | 2023-03-08 | 2024-03-17",
        "the previous month | 2024-01-30 | 2024-03-07",
        "whom did I meet last night? | 2024-03-07 | 2024-03-16"
      })
  void a_range_begins_two_days_before_and_ends_seven_after(String text, String first, String last) {
    QueryDate asked = QueryDate.of(text, NOW);
    LocalDate from = LocalDate.parse(first);
    LocalDate to = LocalDate.parse(last);
    assertThat(includes(asked, from)).isTrue();
    assertThat(includes(asked, to)).isTrue();
    assertThat(includes(asked, from.minusDays(1))).isFalse();
    assertThat(includes(asked, to.plusDays(1))).isFalse();
  }

  @Test
  void a_day_without_a_year_is_that_of_every_year() {
    QueryDate newYear = QueryDate.of("what did we do on January 1?", NOW);
    assertThat(includes(newYear, LocalDate.of(2021, 12, 30))).isTrue();
    assertThat(includes(newYear, LocalDate.of(2023, 1, 8))).isTrue();
    assertThat(includes(newYear, LocalDate.of(2023, 1, 9))).isFalse();
    QueryDate may = QueryDate.of("what did we do in May?", NOW);
    assertThat(includes(may, LocalDate.of(2019, 5, 31))).isTrue();
    assertThat(includes(may, LocalDate.of(2019, 6, 1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mar 4", "mar. 4th", "4 Mar", "the 4th of mar"})
  void a_day_may_have_a_short_month(String text) {
    QueryDate asked = QueryDate.of("What happened on " + text + "?", NOW);
    assertThat(includes(asked, LocalDate.of(2022, 3, 2))).isTrue();
    assertThat(includes(asked, LocalDate.of(2023, 3, 11))).isTrue();
    assertThat(includes(asked, LocalDate.of(2023, 3, 12))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "what happened on 3 May 10 people | 3",
        "on 12 May 15:30, who called? | 12",
        "on 12 may 15:30, who called? | 12",
        "dinner 5 May 23 | 5",
        "dinner 5 may 23 | 5",
        "on the 12th of May 15 people came | 12",
        "on May 12 15:30 | 12",
        "May 12 in room 23 | 12"
      })
  void a_day_before_a_month_is_meant_rather_than_a_number_after_it(String text, int day) {
    LocalDate named = LocalDate.of(2021, 5, day);
    QueryDate asked = QueryDate.of(text, NOW);
    assertThat(includes(asked, named.minusDays(2))).isTrue();
    assertThat(includes(asked, named.plusDays(7))).isTrue();
    assertThat(includes(asked, named.minusDays(3))).isFalse();
    assertThat(includes(asked, named.plusDays(8))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"on 5/7/2023", "on 07/05/2023", "on 5-7-2023"})
  void either_of_two_days_is_meant_where_the_month_may_stand_first_or_second(String text) {
    QueryDate asked = QueryDate.of(text, NOW);
    assertThat(includes(asked, LocalDate.of(2023, 5, 7))).isTrue();
    assertThat(includes(asked, LocalDate.of(2023, 7, 5))).isTrue();
    assertThat(includes(asked, LocalDate.of(2023, 6, 7))).isFalse();
    assertThat(includes(asked, LocalDate.of(2022, 5, 7))).isFalse();
  }

  @Test
  void what_names_no_time_includes_none() {
    for (String text :
        new String[] {
          "may I ask",
          "7 apples",
          "",
          "1999",
          "the dog of Jan",
          "mart 4",
          "open on Friday",
          "a couple of days"
        }) {
      assertThat(includes(QueryDate.of(text, NOW), LocalDate.of(2023, 2, 28))).as(text).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Which 3 may fail?",
        "What may 5 people share?",
        "the 2nd may be wrong",
        "Why do 10 march in line?",
        "who can march 4 miles",
        "Is it true that this may break?",
        "this may or may not hold",
        "what happens after 3 may fail?",
        "what by may 3 people said"
      })
  void a_verb_that_is_written_like_a_month_names_no_time(String text) {
    assertThat(QueryDate.of(text, NOW).isNamed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what happened on 7 may?",
        "what happened on the 7th may?",
        "what happened on may 7th?",
        "what is there since may 7?",
        "the 7th of may",
        "7 May",
        "May 7th",
        "MAY 7",
        "Did we meet 7 May?",
        "what did i do may 7th",
        "what was said may 7th in the office",
        "dinner may 7",
        "dinner 7 may",
        "what happened on may 7 in the office",
        "what did we do between may 7 and may 9",
        "between 7 may and 9 may",
        "around may 7, what did i do?"
      })
  void a_month_that_is_written_like_a_verb_is_one_next_to_what_shows_it(String text) {
    QueryDate asked = QueryDate.of(text, NOW);
    assertThat(includes(asked, LocalDate.of(2023, 5, 7))).isTrue();
    assertThat(includes(asked, LocalDate.of(2023, 5, 20))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"what did we do this May?", "did we meet this May in town", "this may"})
  void so_is_a_month_of_this_year(String text) {
    assertThat(includes(QueryDate.of(text, NOW), LocalDate.of(2023, 5, 20))).isTrue();
  }

  @Test
  void nobody_writes_this_before_the_verb_march() {
    QueryDate asked = QueryDate.of("did it snow this march in town", NOW);
    assertThat(includes(asked, LocalDate.of(2023, 3, 20))).isTrue();
  }

  private static boolean includes(QueryDate asked, LocalDate day) {
    return asked.includes(day.atTime(12, 0).toInstant(ZoneOffset.UTC));
  }
}
