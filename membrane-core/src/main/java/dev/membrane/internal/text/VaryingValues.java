package dev.membrane.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of an argument that differ from run to run, and so belong to a single case. They are
 * found in texts as whole words, in any letter case. So are the single names in them, such as the
 * words of a full name or of an address. Immutable.
 */
public final class VaryingValues {

  /** Longer values are not looked for. */
  static final int MOST_WORDS = 8;

  private static final Pattern WORD =
      Pattern.compile(
          "\\{\\{[^{}]*+}}|[#$€£]?[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_@.%+:/,'’-]*[\\p{L}\\p{N}])?");

  private final Map<String, String> namesByValue;

  /** Of values with the names of the arguments. */
  public VaryingValues(Map<String, String> namesByValue) {
    Map<String, String> folded = new TreeMap<>();
    namesByValue.forEach((value, name) -> folded.putIfAbsent(folded(value), name));
    namesByValue.forEach(
        (value, name) ->
            Names.ofValue(value).stream()
                .filter(word -> !Names.isOrdinary(word))
                .forEach(word -> folded.putIfAbsent(folded(word), name)));
    this.namesByValue = Map.copyOf(folded);
  }

  /** Whether a word is one of the values, or a name in one. */
  public boolean has(String word) {
    return namesByValue.containsKey(folded(Names.bare(word)));
  }

  static List<MatchResult> words(String text) {
    List<MatchResult> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(word.toMatchResult());
    }
    return words;
  }

  /** The text with the name of the argument in braces where one of the values stands. */
  public String maskedIn(String text) {
    List<MatchResult> words = words(text);
    StringBuilder masked = new StringBuilder();
    int copied = 0;
    int at = 0;
    while (at < words.size()) {
      int length = longestAt(at, words, text);
      if (length > 0) {
        masked.append(text, copied, words.get(at).start()).append("{{");
        copied = words.get(at + length - 1).end();
        String value = folded(text.substring(words.get(at).start(), copied));
        masked.append(namesByValue.get(value)).append("}}");
      }
      at += Math.max(1, length);
    }
    return masked.append(text, copied, text.length()).toString();
  }

  /** Of how many words the longest value is that begins at a word; 0 if none does. */
  private int longestAt(int first, List<MatchResult> words, String text) {
    for (int length = Math.min(MOST_WORDS, words.size() - first); length > 0; length--) {
      int end = words.get(first + length - 1).end();
      if (namesByValue.containsKey(folded(text.substring(words.get(first).start(), end)))) {
        return length;
      }
    }
    return 0;
  }

  static String folded(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }
}
