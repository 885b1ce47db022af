package dev.membrane.internal.retrieve;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that an English descriptor names: a day, a month or a year. The first form that fits
 * counts. Events are often told some days after they happened, so the range begins {@value #BEFORE}
 * days before that time and ends {@value #AFTER} days after it. A day without a year means that day
 * of every year. A month without a year means that month of every year, and its range is not
 * extended. Times are in UTC.
 */
record AskedDate(Predicate<LocalDate> range) {

  /** No time is named. */
  static final AskedDate NONE = new AskedDate(day -> false);

  private static final int BEFORE = 2;
  private static final int AFTER = 7;

  private static final List<String> MONTHS =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");

  private static final String MONTH = "(" + String.join("|", MONTHS) + ")";
  private static final String DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
  private static final String YEAR = "(\\d{4})";

  /** How a time may be written, the most exact first. */
  private static final List<Form> FORMS =
      List.of(
          form(DAY + " (?:of )?" + MONTH + ",? " + YEAR, (m, at) -> day(m, 3, 2, 1)),
          form(MONTH + " " + DAY + ",? " + YEAR, (m, at) -> day(m, 3, 1, 2)),
          form(
              "(\\d{4})-(\\d{2})-(\\d{2})",
              (m, at) -> day(number(m, 1), number(m, 2), number(m, 3))),
          form(MONTH + ",? " + YEAR, (m, at) -> month(YearMonth.of(number(m, 2), monthOf(m, 1)))),
          form(MONTH + " " + DAY, (m, at) -> everyYear(monthOf(m, 1), number(m, 2))),
          form(DAY + " (?:of )?" + MONTH, (m, at) -> everyYear(monthOf(m, 2), number(m, 1))),
          form(
              "(?:in|of|during|since|last|this|early|late|mid)[ -]" + MONTH,
              (m, at) -> monthOfEveryYear(monthOf(m, 1))),
          form("(20\\d{2})", (m, at) -> year(number(m, 1))),
          form("today", (m, at) -> between(at, at)),
          form("yesterday", (m, at) -> between(at.minusDays(1), at.minusDays(1))),
          form(
              "(\\d{1,3}) (day|week|month|year)s? ago",
              (m, at) -> ago(number(m, 1), m.group(2), at)),
          form("last (week|month|year)", (m, at) -> ago(1, m.group(1), at)));

  private record Form(
      Pattern pattern, BiFunction<Matcher, LocalDate, Predicate<LocalDate>> range) {}

  private static Form form(
      String pattern, BiFunction<Matcher, LocalDate, Predicate<LocalDate>> range) {
    return new Form(Pattern.compile("\\b" + pattern + "\\b"), range);
  }

  /**
   * The time that a descriptor names.
   *
   * @param at the instant that relative times are measured from
   */
  static AskedDate of(String descriptor, Instant at) {
    String text = descriptor.toLowerCase(Locale.ROOT);
    LocalDate today = LocalDate.ofInstant(at, ZoneOffset.UTC);
    return FORMS.stream()
        .flatMap(form -> read(form, text, today).stream())
        .findFirst()
        .map(AskedDate::new)
        .orElse(NONE);
  }

  private static Optional<Predicate<LocalDate>> read(Form form, String text, LocalDate today) {
    Matcher matcher = form.pattern().matcher(text);
    if (!matcher.find()) {
      return Optional.empty();
    }
    try {
      return Optional.of(form.range().apply(matcher, today));
    } catch (DateTimeException noSuchDay) {
      return Optional.empty();
    }
  }

  /** Whether something that happened at an instant lies in the time. */
  boolean includes(Instant at) {
    return range.test(LocalDate.ofInstant(at, ZoneOffset.UTC));
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static int monthOf(Matcher matcher, int group) {
    return MONTHS.indexOf(matcher.group(group)) + 1;
  }

  private static Predicate<LocalDate> day(Matcher matcher, int year, int month, int day) {
    return day(number(matcher, year), monthOf(matcher, month), number(matcher, day));
  }

  private static Predicate<LocalDate> day(int year, int month, int day) {
    LocalDate date = LocalDate.of(year, month, day);
    return between(date, date);
  }

  private static Predicate<LocalDate> month(YearMonth month) {
    return between(month.atDay(1), month.atEndOfMonth());
  }

  private static Predicate<LocalDate> year(int year) {
    return between(LocalDate.of(year, 1, 1), LocalDate.of(year, 12, 31));
  }

  /** In whatever year; a day near the end of a year belongs to two. */
  private static Predicate<LocalDate> everyYear(int month, int day) {
    LocalDate inLeapYear = LocalDate.of(2024, month, day);
    return date ->
        List.of(-1, 0, 1).stream()
            .map(years -> inLeapYear.withYear(date.getYear() + years))
            .anyMatch(one -> between(one, one).test(date));
  }

  private static Predicate<LocalDate> monthOfEveryYear(int month) {
    return date -> date.getMonthValue() == month;
  }

  private static Predicate<LocalDate> ago(int count, String unit, LocalDate today) {
    return switch (unit) {
      case "day" -> between(today.minusDays(count), today.minusDays(count));
      case "week" -> between(today.minusWeeks(count), today.minusWeeks(count).plusDays(6));
      case "month" -> month(YearMonth.from(today).minusMonths(count));
      default -> year(today.getYear() - count);
    };
  }

  private static Predicate<LocalDate> between(LocalDate first, LocalDate last) {
    LocalDate from = first.minus(BEFORE, ChronoUnit.DAYS);
    LocalDate to = last.plus(AFTER, ChronoUnit.DAYS);
    return date -> !date.isBefore(from) && !date.isAfter(to);
  }
}
