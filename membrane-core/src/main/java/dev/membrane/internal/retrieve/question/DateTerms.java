package dev.membrane.internal.retrieve.question;

import dev.membrane.internal.retrieve.question.DateForms.DateExpression;
import dev.membrane.internal.retrieve.question.DateForms.DatePart;
import dev.membrane.internal.text.TextAnalyzer;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The terms that a date has in the ways in which texts write it: "12 October 2026" is "Oct 12th",
 * "2026-10-12" and "12.10.2026" as well. A way consists of parts, such as the day and the month,
 * and a part may be written differently. Where the month is a word, the year may be left out; a
 * date that is asked for without a year is sought in digits with this year and those next to it. "4
 * years ago" is "four years", too.
 */
final class DateTerms {

  /** No date. */
  static final DateTerms NONE = new DateTerms(List.of());

  private final List<List<Set<String>>> ways;
  private final Set<String> all;

  private DateTerms(List<List<Set<String>>> ways) {
    this.ways = ways;
    this.all =
        ways.stream()
            .flatMap(List::stream)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The terms of a date. */
  static DateTerms of(QueryDate date, TextAnalyzer analyzer) {
    if (!date.isNamed()) {
      return NONE;
    }
    List<Set<String>> asIs =
        analyzer.terms(date.expression().words()).stream().map(Set::of).distinct().toList();
    Stream<List<Set<String>>> others =
        otherWays(date).stream()
            .map(way -> way.stream().map(part -> terms(part, analyzer)).toList());
    return new DateTerms(Stream.concat(Stream.of(asIs), others).toList());
  }

  private static Set<String> terms(Collection<String> spellings, TextAnalyzer analyzer) {
    return spellings.stream()
        .flatMap(spelling -> analyzer.terms(spelling).stream())
        .collect(Collectors.toSet());
  }

  private static List<List<List<String>>> otherWays(QueryDate date) {
    DateExpression asked = date.expression();
    Integer unit = asked.parts().get(DatePart.UNIT);
    Integer count = asked.first(DatePart.COUNT, DatePart.COUNT_WORD);
    if (unit != null && count != null) {
      return List.of(
          List.of(
              DateForms.ENGLISH.spellingsOfCount(count), DateForms.ENGLISH.spellingsOfUnit(unit)));
    }
    Integer day = asked.day();
    Integer month = asked.month();
    Integer year = asked.year();
    if (month == null || (day == null && year == null)) {
      return List.of();
    }
    if (day == null) {
      return List.of(List.of(DateForms.ENGLISH.spellingsOfMonth(month)));
    }
    List<String> years = year == null ? yearsAround(date) : List.of(String.valueOf(year));
    return asked.has(DatePart.EITHER_ORDER)
        ? Stream.of(ways(day, month, years), ways(month, day, years)).flatMap(List::stream).toList()
        : ways(day, month, years);
  }

  private static List<List<List<String>>> ways(int day, int month, List<String> years) {
    List<String> inLetters = DateForms.ENGLISH.spellingsOfMonth(month);
    List<String> days = DateForms.ENGLISH.spellingsOfDay(day);
    List<String> inDigits = DateForms.inDigits(month);
    return List.of(
        List.of(days, inLetters),
        List.of(days, inDigits, years),
        List.of(joined(joined(DateForms.inDigits(day), inDigits), years)));
  }

  private static List<String> yearsAround(QueryDate date) {
    int now = date.today().getYear();
    return IntStream.rangeClosed(now - 1, now + 1).mapToObj(String::valueOf).toList();
  }

  private static List<String> joined(List<String> some, List<String> others) {
    return some.stream().flatMap(one -> others.stream().map(other -> one + "." + other)).toList();
  }

  Set<String> all() {
    return all;
  }

  /** Whether a text has the date, of which it is told which terms it has. */
  boolean areWholeIn(Predicate<String> has) {
    return ways.stream()
        .anyMatch(way -> way.stream().allMatch(part -> part.stream().anyMatch(has)));
  }
}
