package dev.membrane.internal.text;

import static java.util.stream.Collectors.joining;

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
 *   <li>The assistant did if the first word is {@code assistant} or {@code agent}.
 *   <li>A model did if the name is {@code ai}, {@code bot}, {@code chatbot}, {@code llm} or {@code
 *       model}, or begins with such a word and what a model gives or is: {@code bot_reply}, {@code
 *       ai-agent}. Other names begin so, too: {@code bot_command} is what a person typed.
 *   <li>A tool did if any word is {@code tool}, or if {@code function} is the name or stands in it
 *       with what it gives.
 * </ul>
 *
 * <p>The words may be plural, and one with what it gives may be one word: {@code toolresult}. More
 * letters make another word: Toolan is somebody.
 */
public final class Authors {

  private static final Set<String> USERS = Set.of("user", "human");

  private static final String START = "(?:^| )";
  private static final String END = "(?= |$)";

  /** What the assistant, a model or a tool gives. */
  private static final String GIVEN =
      "(?:(?:message|reply|response|answer|output|result|call)s?|replies)";

  private static final Pattern ASSISTANT =
      Pattern.compile("^(?:assistant|agent)(?:s|ic|bot|" + GIVEN + ")?" + END);
  private static final Pattern MODEL =
      Pattern.compile(
          "^(?:ai|bot|chatbot|llm|model)(?:s?$|(?:s? )?"
              + GIVEN
              + END
              + "|s? (?:assistant|agent|model|bot)s?"
              + END
              + ")");
  private static final Pattern TOOL =
      Pattern.compile(START + "tool(?:s|box|kit|runner|use|" + GIVEN + ")?" + END);
  private static final Pattern FUNCTION =
      Pattern.compile(
          "^functions?$|" + START + "(?:function(?:s? )?" + GIVEN + "|call functions?)" + END);

  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  private Authors() {}

  /** Whether a name is that of the user. */
  public static boolean isUser(String name) {
    return words(name).limit(1).flatMap(Authors::readings).anyMatch(USERS::contains);
  }

  /** Whether a name is that of the assistant, and is so called. */
  static boolean isAssistant(String name) {
    // A capital within the word makes it two.
    return isNamed(ASSISTANT, words(name).collect(joining()))
        || isNamed(ASSISTANT, words(name).collect(joining(" ")));
  }

  /** Whether a name is that of the assistant, of a model or of a tool. */
  public static boolean isMachine(String name) {
    String words = words(name).collect(joining(" "));
    return isAssistant(name)
        || Stream.of(MODEL, TOOL, FUNCTION).anyMatch(machine -> isNamed(machine, words));
  }

  /** Whether a name is that of the system, which tells an assistant how to work. */
  public static boolean isSystem(String name) {
    return firstWord(name).equals("system");
  }

  private static boolean isNamed(Pattern machine, String words) {
    return readings(words).anyMatch(reading -> machine.matcher(reading).find());
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
