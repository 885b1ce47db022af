package dev.membrane.internal.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells texts in which every noun is capitalised, as in German, so that a capital shows no name. At
 * least a quarter of their words are from a file, and fewer are English stop words and first words.
 * Words that several languages have do not count. Another such language is another file.
 */
final class NounCapitals {

  private static final Pattern WORD = Pattern.compile("\\p{L}++");

  /** A text of the language has about half of its words from the file. */
  private static final int LEAST_SHARE = 4;

  private static final Set<String> FREQUENT = words("noun_capitals_de.txt");

  private static final Set<String> SHARED = words("noun_capitals_shared.txt");

  private NounCapitals() {}

  private static Set<String> words(String file) {
    return PatternFile.lines(file).stream()
        .flatMap(line -> Stream.of(line.split("\\|")))
        .collect(Collectors.toUnmodifiableSet());
  }

  static boolean areIn(String text) {
    int words = 0;
    int theirs = 0;
    int english = 0;
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      String small = word.group().toLowerCase(Locale.ROOT);
      if (SHARED.contains(small)) {
        continue;
      }
      words++;
      if (FREQUENT.contains(small)) {
        theirs++;
      } else if (Names.isOrdinary(small)) {
        english++;
      }
    }
    return theirs > english && LEAST_SHARE * theirs >= words;
  }
}
