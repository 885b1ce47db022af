package dev.membrane.internal.text;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of speakers in a question. A name is in it if all its terms are. A part of a name, and
 * a stop word that is a name, such as Will, counts if it is capitalised within a sentence: the
 * first word of one says nothing by its capital. A name of one word does not count where it stands
 * in small letters and says which thing is meant, as in "the billing error". Immutable.
 */
public final class SpeakerNames {

  /** An abbreviation before a name, such as "Sgt.", says little of who is meant. */
  private static final Pattern CAPITALISED =
      Pattern.compile("(?<![\\p{L}\\p{M}\\p{Nd}_])\\p{Lu}[\\p{Ll}\\p{M}]++(?!\\p{L}|\\. \\p{Lu})");

  /** Many people have the same. */
  private static final Pattern TITLE = Pattern.compile("(?i)mrs?|ms|dr|prof");

  /** A point after a title does not end a sentence. */
  private static final Pattern ENDS_WITH_TITLE =
      Pattern.compile("(?<![\\p{L}\\p{M}\\p{Nd}_])(?:" + TITLE + ")\\.$");

  private static final Pattern ONE_WORD = Pattern.compile("\\p{L}+");

  /** Before a word at the beginning of a sentence. */
  private static final String ENDS = ".!?:\n";

  /** Its groups are the word and the thing. */
  private static final Pattern MODIFIER = PatternFile.read("modifiers_en.txt");

  private final Set<String> words;
  private final Set<String> oneWordNames;
  private final Set<String> capitalised = new HashSet<>();

  /** The names in a question. */
  public SpeakerNames(String question, TextAnalyzer analyzer) {
    words = new HashSet<>(analyzer.terms(question));
    oneWordNames = new HashSet<>(analyzer.terms(withoutModifiers(question, analyzer)));
    Matcher word = CAPITALISED.matcher(question);
    while (word.find()) {
      if (isWithinSentence(question, word.start()) && !TITLE.matcher(word.group()).matches()) {
        List<String> name = analyzer.terms(word.group());
        capitalised.addAll(name);
        if (name.isEmpty()) {
          oneWordNames.add(folded(word.group()));
        }
      }
    }
  }

  private static String withoutModifiers(String question, TextAnalyzer analyzer) {
    return MODIFIER
        .matcher(question)
        .replaceAll(
            found ->
                isModifier(found, analyzer)
                    ? found.group(2)
                    : Matcher.quoteReplacement(found.group()));
  }

  private static boolean isModifier(MatchResult found, TextAnalyzer analyzer) {
    String word = found.group(1);
    boolean isRole = Authors.isUser(word) || Authors.isMachine(word);
    return !isRole
        && word.codePoints().noneMatch(Character::isUpperCase)
        && !analyzer.terms(found.group(2)).isEmpty();
  }

  private static boolean isWithinSentence(String text, int at) {
    String before = text.substring(0, at).strip();
    return !before.isEmpty()
        && (ENDS.indexOf(before.charAt(before.length() - 1)) < 0
            || ENDS_WITH_TITLE.matcher(before).find());
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
    return !name.isEmpty() && (name.size() == 1 ? oneWordNames : words).containsAll(name);
  }

  /** Whether the question has a part of a name that has several, capitalised within a sentence. */
  public boolean hasPartOf(List<String> name) {
    return name.size() > 1 && name.stream().anyMatch(capitalised::contains);
  }
}
