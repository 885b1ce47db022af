package dev.membrane.internal.retrieve.question;

import dev.membrane.internal.text.PatternFile;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which questions of a language name a time, the most exact first. A resource has
 * them; another language is another file. Immutable.
 */
final class DateForms {

  static final DateForms ENGLISH = read("asked_dates_en.txt");

  /** Stands between what some words are and the words. */
  private static final String IS = " = ";

  /** What a form consists of; in the resource in small letters, with hyphens. */
  enum DatePart {
    DAY("\\d{1,2}"),
    /** The month in digits. */
    NUMBER("\\d{1,2}"),
    /** The day and the month may also stand the other way round. */
    EITHER_ORDER(""),
    /** The month as a word. */
    MONTH(""),
    MONTH_ABBREVIATION(""),
    YEAR("\\d{4}"),
    LAST_YEAR(""),
    /** The last of the months that have the name. */
    LAST(""),
    COUNT("\\d{1,3}"),
    COUNT_WORD(""),
    /** The place of a day, week, month or year among these. */
    UNIT(""),
    WEEKDAY(""),
    COUPLE(""),
    FEW(""),
    WEEKEND(""),
    THIS(""),
    /** So many units up to now, and not ago. */
    UNTIL_NOW(""),
    TODAY(""),
    BEFORE_YESTERDAY(""),
    YESTERDAY("");

    private final String digits;

    DatePart(String digits) {
      this.digits = digits;
    }

    /** As the resource has it. */
    private String written() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name of the group in a pattern, which has letters only. */
    private String group() {
      return written().replace("-", "");
    }

    /** In the place of what the resource has. */
    private String pattern(String what) {
      return "(?<" + group() + ">" + what + ")";
    }
  }

  private final Map<DatePart, List<String>> words;
  private final List<String> dayEndings;
  private final List<String> dateEnds;
  private final List<String> whichYears;
  private final List<DateForm> forms;

  /** A form, and what it consists of. */
  private record DateForm(Pattern pattern, List<DatePart> parts) {

    static DateForm of(Pattern pattern) {
      return new DateForm(
          pattern,
          Stream.of(DatePart.values())
              .filter(part -> pattern.pattern().contains("(?<" + part.group() + ">"))
              .toList());
    }
  }

  private DateForms(Map<DatePart, List<String>> words, List<String> lines) {
    this.words = words;
    dayEndings = words("day-ending", lines);
    dateEnds = words("date-end", lines);
    whichYears = words("which-year", lines);
    forms =
        lines.stream()
            .filter(line -> !line.contains(IS))
            .map(this::pattern)
            .map(DateForm::of)
            .toList();
  }

  private static DateForms read(String resource) {
    List<String> lines = PatternFile.lines(resource);
    return new DateForms(
        Stream.of(
                DatePart.MONTH,
                DatePart.MONTH_ABBREVIATION,
                DatePart.UNIT,
                DatePart.COUNT_WORD,
                DatePart.WEEKDAY)
            .collect(Collectors.toMap(Function.identity(), part -> words(part, lines))),
        lines);
  }

  private static List<String> words(DatePart part, List<String> lines) {
    return words(part.written(), lines);
  }

  private static List<String> words(String what, List<String> lines) {
    String begin = what + IS;
    return lines.stream()
        .filter(line -> line.startsWith(begin))
        .flatMap(line -> Stream.of(line.substring(begin.length()).split(" ")))
        .toList();
  }

  private Pattern pattern(String form) {
    String pattern =
        form.replace("<day-ending>", anyOf(dayEndings))
            .replace("<date-end>", anyOf(dateEnds))
            .replace("<which-year>", anyOf(whichYears));
    for (DatePart part : DatePart.values()) {
      String what = words.containsKey(part) ? String.join("|", words.get(part)) : part.digits;
      pattern =
          pattern.replaceAll(
              "(?<!\\(\\?)<" + part.written() + ">", Matcher.quoteReplacement(part.pattern(what)));
    }
    return Pattern.compile(PatternFile.wholeWords(pattern), Pattern.CASE_INSENSITIVE);
  }

  private static String anyOf(List<String> words) {
    return "(?:" + String.join("|", words) + ")";
  }

  /** How a day may be written: in digits, and with an ending. */
  List<String> spellingsOfDay(int day) {
    return Stream.concat(inDigits(day).stream(), dayEndings.stream().map(end -> day + end))
        .toList();
  }

  /** How a month may be written in letters. */
  List<String> spellingsOfMonth(int month) {
    return Stream.of(DatePart.MONTH, DatePart.MONTH_ABBREVIATION)
        .map(part -> words.getOrDefault(part, List.of()).get(month - 1))
        .flatMap(some -> Stream.of(some.split("\\|")))
        .toList();
  }

  /** How a number of units may be written. */
  List<String> spellingsOfCount(int count) {
    List<String> inLetters = words.getOrDefault(DatePart.COUNT_WORD, List.of());
    return count < 1 || count > inLetters.size()
        ? List.of(String.valueOf(count))
        : List.of(String.valueOf(count), inLetters.get(count - 1));
  }

  /** How a unit is written. */
  List<String> spellingsOfUnit(int unit) {
    return List.of(words.getOrDefault(DatePart.UNIT, List.of()).get(unit));
  }

  /** How a day or a month may be written in digits. */
  static List<String> inDigits(int number) {
    return Stream.of("%d", "%02d")
        .map(format -> String.format(Locale.ROOT, format, number))
        .distinct()
        .toList();
  }

  /**
   * Where a text names a time in one of the forms.
   *
   * @param words all that names it
   */
  record DateExpression(String words, Map<DatePart, Integer> parts) {

    @Nullable Integer day() {
      return parts.get(DatePart.DAY);
    }

    @Nullable Integer month() {
      return first(DatePart.MONTH, DatePart.MONTH_ABBREVIATION, DatePart.NUMBER);
    }

    @Nullable Integer year() {
      return parts.get(DatePart.YEAR);
    }

    boolean has(DatePart part) {
      return parts.containsKey(part);
    }

    /** The same with the year that is meant, seen from a day, where "last" says which. */
    DateExpression seenFrom(LocalDate today) {
      Integer month = month();
      if (month == null || !(has(DatePart.LAST) || has(DatePart.LAST_YEAR))) {
        return this;
      }
      boolean wasThisYear = has(DatePart.LAST) && month < today.getMonthValue();
      Map<DatePart, Integer> withYear = new EnumMap<>(parts);
      withYear.put(DatePart.YEAR, today.getYear() - (wasThisYear ? 0 : 1));
      return new DateExpression(words, withYear);
    }

    /** What is there of some parts, of which a form has at most one. */
    @Nullable Integer first(DatePart... some) {
      return Stream.of(some).map(parts::get).filter(Objects::nonNull).findFirst().orElse(null);
    }
  }

  /** What a text has of each form that fits, in the order of the forms. */
  Stream<DateExpression> in(String text) {
    return forms.stream().flatMap(form -> expression(form, form.pattern().matcher(text)).stream());
  }

  private Optional<DateExpression> expression(DateForm form, Matcher found) {
    if (!found.find()) {
      return Optional.empty();
    }
    Map<DatePart, Integer> parts = new EnumMap<>(DatePart.class);
    form.parts().stream()
        .filter(part -> found.group(part.group()) != null)
        .forEach(part -> parts.put(part, number(part, found.group(part.group()))));
    return Optional.of(new DateExpression(found.group(), parts));
  }

  private int number(DatePart part, String group) {
    String said = group.toLowerCase(Locale.ROOT);
    return switch (part) {
      case MONTH, MONTH_ABBREVIATION, COUNT_WORD, WEEKDAY -> index(part, said) + 1;
      case UNIT -> index(part, said);
      case DAY, NUMBER, YEAR, COUNT -> Integer.parseInt(said);
      default -> 0;
    };
  }

  /** Which of the words of a part was said; some may be written in several ways. */
  private int index(DatePart part, String said) {
    List<String> some = words.getOrDefault(part, List.of());
    return IntStream.range(0, some.size())
        .filter(i -> said.matches(some.get(i)))
        .findFirst()
        .orElseThrow();
  }
}
