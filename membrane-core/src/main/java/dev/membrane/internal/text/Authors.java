package dev.membrane.internal.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out who wrote an event, by the words of its kind or of the source that reported it. Words
 * end at a capital letter and at what is no letter, and are compared in lower case. Other letters
 * count as the Latin ones that they look like, and what a reader does not see does not count.
 *
 * <ul>
 *   <li>The user did if the first word is {@code user} or {@code human}.
 *   <li>The assistant did if the name begins with {@code assistant} or {@code agent}, or the first
 *       word is one that hosts use for it: {@code ai}, {@code bot}, {@code chatbot}, {@code llm},
 *       {@code model}.
 *   <li>A tool did if any word begins with {@code tool} or is {@code function} or {@code
 *       functions}.
 * </ul>
 */
public final class Authors {

  private static final Set<String> USERS = Set.of("user", "human");
  private static final List<String> ASSISTANTS = List.of("assistant", "agent");
  private static final Set<String> MODELS = Set.of("ai", "bot", "chatbot", "llm", "model");
  private static final String TOOL = "tool";
  private static final Set<String> FUNCTIONS = Set.of("function", "functions");

  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  private Authors() {}

  /** Whether a name is that of the user. */
  public static boolean isUser(String name) {
    return words(name).limit(1).flatMap(Authors::readings).anyMatch(USERS::contains);
  }

  /** Whether a name is that of the assistant, and is so called. */
  static boolean isAssistant(String name) {
    String whole = words(name).reduce("", String::concat);
    return readings(whole).anyMatch(reading -> ASSISTANTS.stream().anyMatch(reading::startsWith));
  }

  /** Whether a name is that of the assistant, of a model or of a tool. */
  public static boolean isMachine(String name) {
    return isAssistant(name)
        || words(name).limit(1).flatMap(Authors::readings).anyMatch(MODELS::contains)
        || words(name).flatMap(Authors::readings).anyMatch(Authors::isTool);
  }

  private static boolean isTool(String word) {
    return word.startsWith(TOOL) || FUNCTIONS.contains(word);
  }

  /** The first word of a name in lower case; empty if it has none. */
  public static String firstWord(String name) {
    return words(name).limit(1).flatMap(Authors::readings).findFirst().orElse("");
  }

  private static Stream<String> words(String name) {
    String seen = isAscii(name) ? name : Wording.seen(name);
    return BETWEEN_WORDS.splitAsStream(seen).filter(word -> !word.isEmpty());
  }

  /** A capital letter may look like something that its small letter does not look like. */
  private static Stream<String> readings(String word) {
    String small = word.toLowerCase(Locale.ROOT);
    return isAscii(word)
        ? Stream.of(small)
        : Stream.of(
            Lookalikes.TABLE.foldForeign(word).toLowerCase(Locale.ROOT),
            Lookalikes.TABLE.foldForeign(small));
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(letter -> letter < 0x80);
  }

  /** Read when the first name that is not in ASCII is met. */
  private static final class Lookalikes {
    static final LookalikeTable TABLE = LookalikeTable.read();
  }
}
