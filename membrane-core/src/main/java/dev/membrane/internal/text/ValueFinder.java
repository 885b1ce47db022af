package dev.membrane.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds values in texts as whole words, in any letter case, with or without accents, and whatever
 * stands between their words. What is between two letters divides words, as in {@code d'Anna},
 * {@code Anna's} and {@code to:Anna}; between two digits it does not. In languages that are written
 * without spaces, and in Korean, whose words take endings, a value may stand anywhere in a text if
 * it has two letters or more. The time is proportional to the length of a text. Immutable.
 */
final class ValueFinder {

  /** Nothing is found of longer values. In languages without spaces each letter is a word. */
  static final int MAX_WORDS = 64;

  private static final String OTHERS =
      "[[\\p{L}\\p{N}\\p{M}]&&[^" + Wording.SPACELESS_LETTERS + "]]++";

  private static final Pattern WORD =
      Pattern.compile(
          "\\{\\{[^{}]*+}}"
              + ("|(?<letter>[" + Wording.SPACELESS_LETTERS + "])")
              + ("|" + OTHERS + "(?:(?<=\\p{N})[.,:/-](?=\\p{N})" + OTHERS + ")*+"));

  private static final String APART = " ";

  private final Node root = new Node();

  /**
   * Where a value stands.
   *
   * @param start in UTF-16 units
   * @param end in UTF-16 units, exclusive
   * @param value {@linkplain #folded folded}
   */
  record Found(int start, int end, String value) {}

  /** What words of values may follow, with a blank before those that stand apart. */
  private static final class Node {
    private final Map<String, Node> next = new HashMap<>();
    private @Nullable String value;
  }

  /** For values as they are or folded. */
  ValueFinder(Collection<String> values) {
    for (String value : values) {
      List<TextWord> words = words(value);
      if (!words.isEmpty() && words.size() <= MAX_WORDS) {
        Node node = root;
        for (int i = 0; i < words.size(); i++) {
          node = node.next.computeIfAbsent(step(words, 0, i), it -> new Node());
        }
        node.value = folded(value);
      }
    }
  }

  /** The words of a value in small letters without accents, one blank apart. */
  static String folded(String value) {
    List<TextWord> words = words(value);
    StringBuilder folded = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      folded.append(step(words, 0, i));
    }
    return folded.toString();
  }

  private static String step(List<TextWord> words, int first, int at) {
    TextWord word = words.get(at);
    return at == first || words.get(at - 1).end() == word.start()
        ? word.folded()
        : APART + word.folded();
  }

  /** What stands in a text, by where it begins; of two that begin alike the longer one first. */
  List<Found> in(String text) {
    List<Found> found = new ArrayList<>();
    if (!root.next.isEmpty()) {
      List<TextWord> words = words(text);
      for (int first = 0; first < words.size(); first++) {
        List<Found> here = from(first, words);
        Collections.reverse(here);
        found.addAll(here);
      }
    }
    return found;
  }

  /** What begins with a word, the shorter one first. */
  private List<Found> from(int first, List<TextWord> words) {
    List<Found> found = new ArrayList<>();
    Node node = root;
    for (int at = first; at < words.size(); at++) {
      node = node.next.get(step(words, first, at));
      if (node == null) {
        break;
      }
      if (node.value != null && !(at == first && isPartOfWord(words, at))) {
        found.add(new Found(words.get(first).start(), words.get(at).end(), node.value));
      }
    }
    return found;
  }

  /** Whether a letter is next to another one, so that alone it means nothing. */
  private static boolean isPartOfWord(List<TextWord> words, int at) {
    TextWord word = words.get(at);
    boolean isAfterLetter = at > 0 && words.get(at - 1).isBefore(word);
    boolean isBeforeLetter = at + 1 < words.size() && word.isBefore(words.get(at + 1));
    return word.isLetter() && (isAfterLetter || isBeforeLetter);
  }

  private static List<TextWord> words(String text) {
    List<TextWord> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      String folded = Folding.foldCase(word.group());
      words.add(new TextWord(word.group("letter") != null, word.start(), word.end(), folded));
    }
    return words;
  }

  /** A word, or a letter of a language without spaces. */
  private record TextWord(boolean isLetter, int start, int end, String folded) {

    boolean isBefore(TextWord next) {
      return next.isLetter && end == next.start;
    }
  }
}
