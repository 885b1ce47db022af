package dev.membrane.internal.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds out who wrote an event, by the first word of its kind or of the source that reported it:
 * {@code assistant}, {@code agent}, or a word that begins with {@code tool}.
 */
public final class Authors {

  private static final Set<String> USERS = Set.of("user", "human");
  private static final Set<String> ASSISTANTS = Set.of("assistant", "agent");
  private static final String TOOL = "tool";
  private static final Pattern AFTER_FIRST_WORD =
      Pattern.compile("(?U)[^\\p{L}].*", Pattern.DOTALL);

  private Authors() {}

  /** Whether a name is that of the user. */
  public static boolean isUser(String name) {
    return USERS.contains(firstWord(name));
  }

  /** Whether a name is that of the assistant. */
  static boolean isAssistant(String name) {
    return ASSISTANTS.contains(firstWord(name));
  }

  /** Whether a name is that of the assistant or of a tool. */
  public static boolean isMachine(String name) {
    return isAssistant(name) || firstWord(name).startsWith(TOOL);
  }

  /** The first word of a name or a kind, in small letters. */
  public static String firstWord(String name) {
    return AFTER_FIRST_WORD.matcher(name.strip()).replaceFirst("").toLowerCase(Locale.ROOT);
  }
}
