package dev.membrane.internal.text;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of speakers in a question. A name is in it if all its terms are; a stop word that is a
 * name, such as Will, if it is capitalised within a sentence. Immutable.
 */
public final class SpeakerNames {

  /** A title such as "Dr." before a name says little of who is meant. */
  private static final Pattern CAPITALISED =
      Pattern.compile("(?<![\\p{L}\\p{M}\\p{Nd}_])\\p{Lu}[\\p{Ll}\\p{M}]++(?!\\p{L}|\\. \\p{Lu})");

  private static final Pattern ONE_WORD = Pattern.compile("\\p{L}+");

  /** Before a word at the beginning of a sentence. */
  private static final String ENDS = ".!?:\n";

  private final Set<String> words;
  private final Set<String> capitalised = new HashSet<>();

  /** The names in a question. */
  public SpeakerNames(String question, TextAnalyzer analyzer) {
    words = new HashSet<>(analyzer.terms(question));
    Matcher word = CAPITALISED.matcher(question);
    while (word.find()) {
      List<String> name = analyzer.terms(word.group());
      capitalised.addAll(name);
      if (name.isEmpty() && isWithinSentence(question, word.start())) {
        words.add(folded(word.group()));
      }
    }
  }

  private static boolean isWithinSentence(String text, int at) {
    String before = text.substring(0, at).strip();
    return !before.isEmpty() && ENDS.indexOf(before.charAt(before.length() - 1)) < 0;
  }

  /** The terms of a name; of a stop word the word itself. */
  static List<String> terms(String name, TextAnalyzer analyzer) {
    List<String> terms = analyzer.terms(name);
    String word = folded(name);
    return terms.isEmpty() && ONE_WORD.matcher(word).matches() ? List.of(word) : terms;
  }

  private static String folded(String word) {
    return Folding.fold(word).toLowerCase(Locale.ROOT);
  }

  /** Whether the question has a name. */
  public boolean has(List<String> name) {
    return !name.isEmpty() && words.containsAll(name);
  }

  /** Whether the question has a part of a name that has several, capitalised. */
  public boolean hasPartOf(List<String> name) {
    return name.size() > 1 && name.stream().anyMatch(capitalised::contains);
  }
}
