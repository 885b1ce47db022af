package dev.membrane.internal.text;

import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.CharArraySet;

/**
 * Tells names from other words: what is capitalised within a sentence. At the beginning of a
 * sentence every word is capitalised. There it is a name if it is one within a sentence as well, if
 * it is known from elsewhere, or if another name follows; but never if it is an ordinary first word
 * of English. Those come from a file of their own; another language is another file.
 */
public final class Names {

  private static final Pattern NAME =
      Pattern.compile("\\p{Lu}\\p{Ll}++(?:[-'’]\\p{Lu}?\\p{Ll}++)*+(?![\\p{L}\\p{N}_])");

  private static final Pattern WITHIN_SENTENCE =
      Pattern.compile("(?<=[^.!?:\\n] )" + NAME.pattern());

  /** A user name or address in which the first and the last name stand. */
  private static final Pattern ID_OF_PERSON =
      Pattern.compile("(\\p{Ll}{2,40})[_.](\\p{Ll}{2,40})[_.]?(?:\\d++|\\d*+@\\S++)");

  private static final Pattern POSSESSIVE = Pattern.compile("['’]s$");
  private static final Pattern FIRST_WORDS = PatternFile.read("first_words_en.txt");
  private static final CharArraySet STOP_WORDS = StopWords.english();

  /** More words are a sentence. */
  private static final int MOST_WORDS = 3;

  private Names() {}

  /** The capitalised words within the sentences of a text. */
  public static Set<String> within(String text) {
    Set<String> names = new HashSet<>();
    Matcher name = WITHIN_SENTENCE.matcher(text);
    while (name.find()) {
      names.add(bare(name.group()));
    }
    return names;
  }

  /**
   * The names in a value: all of its words if each is capitalised, or the two of an id such as
   * {@code mia_li_12} or {@code mia.li@example.com}.
   */
  public static Set<String> ofValue(String value) {
    Matcher id = ID_OF_PERSON.matcher(value);
    if (id.matches()) {
      return Set.of(capitalised(id.group(1)), capitalised(id.group(2)));
    }
    String[] words = value.split(" ", MOST_WORDS + 1);
    Set<String> names = new HashSet<>();
    for (String word : words) {
      if (words.length > MOST_WORDS || !NAME.matcher(word).matches()) {
        return Set.of();
      }
      names.add(bare(word));
    }
    return Collections.unmodifiableSet(names);
  }

  /**
   * Whether a word of a text is a name.
   *
   * @param known names, wherever they are from
   */
  static boolean isName(String text, int start, int end, Set<String> known) {
    String word = text.substring(start, end);
    if (!NAME.matcher(word).matches()) {
      return false;
    }
    if (isWithinSentence(text, start)) {
      return true;
    }
    boolean isKnown = known.contains(bare(word));
    return (isKnown || isFollowedByName(text, end)) && !isOrdinary(bare(word));
  }

  private static boolean isFollowedByName(String text, int end) {
    return end < text.length()
        && text.charAt(end) == ' '
        && NAME.matcher(text).region(end + 1, text.length()).lookingAt();
  }

  private static boolean isOrdinary(String word) {
    return STOP_WORDS.contains(word.toLowerCase(Locale.ROOT))
        || FIRST_WORDS.matcher(word).matches();
  }

  private static boolean isWithinSentence(String text, int start) {
    return start > 1
        && text.charAt(start - 1) == ' '
        && ".!?:\n".indexOf(text.charAt(start - 2)) < 0;
  }

  private static String bare(String word) {
    return POSSESSIVE.matcher(word).replaceFirst("");
  }

  private static String capitalised(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
