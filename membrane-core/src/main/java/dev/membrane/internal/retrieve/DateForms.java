package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.PatternFile;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The forms in which questions of a language name a time, the most exact first. A resource has
 * them; another language is another file. Immutable.
 */
final class DateForms {

  static final DateForms ENGLISH = read("asked_dates_en.txt");

  private static final String MONTHS = "months = ";
  private static final String UNITS = "units = ";

  /** What a form consists of; in the resource by its name in small letters. */
  enum DatePart {
    DAY("\\d{1,2}"),
    /** The month in digits. */
    NUMBER("\\d{2}"),
    /** The month as a word. */
    MONTH(""),
    YEAR("\\d{4}"),
    COUNT("\\d{1,3}"),
    /** The place of a day, week, month or year among these. */
    UNIT(""),
    TODAY(""),
    YESTERDAY("");

    private final String digits;

    DatePart(String digits) {
      this.digits = digits;
    }

    private String group() {
      return "<" + name().toLowerCase(Locale.ROOT) + ">";
    }
  }

  private final List<String> months;
  private final List<String> units;
  private final List<Pattern> forms;

  private DateForms(List<String> months, List<String> units, List<String> forms) {
    this.months = months;
    this.units = units;
    this.forms = forms.stream().map(this::pattern).toList();
  }

  private static DateForms read(String resource) {
    List<String> lines = PatternFile.lines(resource);
    return new DateForms(
        words(MONTHS, lines),
        words(UNITS, lines),
        lines.stream()
            .filter(line -> !line.startsWith(MONTHS) && !line.startsWith(UNITS))
            .toList());
  }

  private static List<String> words(String name, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .flatMap(line -> Stream.of(line.substring(name.length()).split(" ")))
        .toList();
  }

  private Pattern pattern(String form) {
    String pattern = form;
    for (DatePart part : DatePart.values()) {
      String what =
          switch (part) {
            case MONTH -> String.join("|", months);
            case UNIT -> String.join("|", units);
            default -> part.digits;
          };
      pattern =
          pattern.replaceAll(
              "(?<!\\(\\?)" + part.group(),
              Matcher.quoteReplacement("(?" + part.group() + what + ")"));
    }
    return Pattern.compile(PatternFile.wholeWords(pattern));
  }

  /** What a text in small letters has of each form that fits, in the order of the forms. */
  Stream<Map<DatePart, Integer>> in(String text) {
    return forms.stream().map(form -> form.matcher(text)).filter(Matcher::find).map(this::parts);
  }

  private Map<DatePart, Integer> parts(Matcher found) {
    Map<DatePart, Integer> parts = new EnumMap<>(DatePart.class);
    for (DatePart part : DatePart.values()) {
      if (found.pattern().pattern().contains("(?" + part.group())) {
        String said = found.group(part.name().toLowerCase(Locale.ROOT));
        parts.put(
            part,
            switch (part) {
              case MONTH -> months.indexOf(said) + 1;
              case UNIT -> units.indexOf(said);
              case TODAY, YESTERDAY -> 0;
              default -> Integer.parseInt(said);
            });
      }
    }
    return parts;
  }
}
