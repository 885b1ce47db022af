package dev.membrane.internal.retrieve.question;

import dev.membrane.internal.retrieve.question.DateForms.DateExpression;
import dev.membrane.internal.retrieve.question.DateForms.DatePart;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The time that a descriptor names: a day, a month or a year. The first {@linkplain DateForms form}
 * that fits counts. Events are often told some days after they happened, so what was told from
 * {@value #BEFORE} days before that time to {@value #AFTER} days after it is included. A day
 * without a year means that day of every year. A month without a year means that month of every
 * year, and what was told before or after it is not included. Times are in UTC.
 *
 * @param expression how the descriptor names it
 * @param today the day that relative times are measured from
 * @param days those of that time
 */
public record QueryDate(DateExpression expression, LocalDate today, Predicate<LocalDate> days) {

  /** No time is named. */
  static final QueryDate NONE =
      new QueryDate(new DateExpression("", Map.of()), LocalDate.EPOCH, day -> false);

  private static final int BEFORE = 2;
  private static final int AFTER = 7;

  private static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS);

  private static final int DAYS = 0;
  private static final int WEEKS = 1;
  private static final int MONTHS = 2;

  /**
   * The time that a descriptor names.
   *
   * @param at the instant that relative times are measured from
   */
  static QueryDate of(String descriptor, Instant at) {
    if (descriptor.isEmpty()) {
      return NONE;
    }
    LocalDate today = LocalDate.ofInstant(at, ZoneOffset.UTC);
    return DateForms.ENGLISH
        .in(descriptor)
        .flatMap(expression -> read(expression, today).stream())
        .findFirst()
        .orElse(NONE);
  }

  private static Optional<QueryDate> read(DateExpression named, LocalDate today) {
    DateExpression expression = named.seenFrom(today);
    try {
      return Optional.of(new QueryDate(expression, today, days(expression, today)));
    } catch (DateTimeException noSuchDay) {
      return Optional.empty();
    }
  }

  private static Predicate<LocalDate> days(DateExpression expression, LocalDate today) {
    Integer day = expression.day();
    Integer month = expression.month();
    Integer year = expression.year();
    Integer unit = expression.parts().get(DatePart.UNIT);
    Integer weekday = expression.parts().get(DatePart.WEEKDAY);
    if (unit != null && expression.has(DatePart.UNTIL_NOW)) {
      return between(today.minus(count(expression), UNITS.get(unit)), today);
    }
    if (unit != null) {
      return ago(count(expression), unit, today);
    }
    if (expression.has(DatePart.WEEKEND)) {
      LocalDate sunday = before(today, DayOfWeek.SUNDAY);
      return between(sunday.minusDays(1), sunday);
    }
    if (weekday != null) {
      return day(before(today, DayOfWeek.of(weekday)));
    }
    if (month == null) {
      return year == null ? day(today.minusDays(daysAgo(expression))) : year(year);
    }
    if (year == null) {
      return day == null ? monthOfEveryYear(month) : everyYear(month, day);
    }
    if (day == null) {
      return month(YearMonth.of(year, month));
    }
    Predicate<LocalDate> asWritten = day(LocalDate.of(year, month, day));
    return expression.has(DatePart.EITHER_ORDER)
        ? asWritten.or(day(LocalDate.of(year, day, month)))
        : asWritten;
  }

  /** How many units ago; 0 is the present one. */
  private static int count(DateExpression expression) {
    if (expression.has(DatePart.THIS)) {
      return 0;
    }
    if (expression.has(DatePart.COUPLE)) {
      return 2;
    }
    if (expression.has(DatePart.FEW)) {
      return 3;
    }
    Integer count = expression.first(DatePart.COUNT, DatePart.COUNT_WORD);
    return count == null ? 1 : count;
  }

  private static LocalDate before(LocalDate today, DayOfWeek weekday) {
    return today.with(TemporalAdjusters.previous(weekday));
  }

  private static int daysAgo(DateExpression expression) {
    if (expression.has(DatePart.BEFORE_YESTERDAY)) {
      return 2;
    }
    return expression.has(DatePart.YESTERDAY) ? 1 : 0;
  }

  /** Whether any time is named. */
  public boolean isNamed() {
    return !expression.words().isEmpty();
  }

  /** Whether something that happened at an instant lies in the time. */
  public boolean includes(Instant at) {
    return mayBeToldOn(LocalDate.ofInstant(at, ZoneOffset.UTC));
  }

  /** Whether what happened in the time may have been told on a day. */
  boolean mayBeToldOn(LocalDate day) {
    return isMonthOfEveryYear()
        ? days.test(day)
        : IntStream.rangeClosed(-AFTER, BEFORE).mapToObj(day::plusDays).anyMatch(days);
  }

  private boolean isMonthOfEveryYear() {
    return expression.month() != null && expression.day() == null && expression.year() == null;
  }

  private static Predicate<LocalDate> day(LocalDate date) {
    return between(date, date);
  }

  private static Predicate<LocalDate> month(YearMonth month) {
    return between(month.atDay(1), month.atEndOfMonth());
  }

  private static Predicate<LocalDate> year(int year) {
    return between(LocalDate.of(year, 1, 1), LocalDate.of(year, 12, 31));
  }

  /** In whatever year. */
  private static Predicate<LocalDate> everyYear(int month, int day) {
    LocalDate inLeapYear = LocalDate.of(2024, month, day);
    return date -> date.equals(inLeapYear.withYear(date.getYear()));
  }

  private static Predicate<LocalDate> monthOfEveryYear(int month) {
    return date -> date.getMonthValue() == month;
  }

  private static Predicate<LocalDate> ago(int count, int unit, LocalDate today) {
    return switch (unit) {
      case DAYS -> day(today.minusDays(count));
      case WEEKS -> week(count, today);
      case MONTHS -> month(YearMonth.from(today).minusMonths(count));
      default -> year(today.getYear() - count);
    };
  }

  /** The present one began on Monday; an earlier one, so many weeks ago to the day. */
  private static Predicate<LocalDate> week(int count, LocalDate today) {
    LocalDate first =
        count == 0
            ? today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
            : today.minusWeeks(count);
    return between(first, first.plusDays(6));
  }

  private static Predicate<LocalDate> between(LocalDate first, LocalDate last) {
    return date -> !date.isBefore(first) && !date.isAfter(last);
  }
}
