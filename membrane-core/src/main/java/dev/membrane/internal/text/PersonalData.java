package dev.membrane.internal.text;

import java.util.regex.Pattern;

/**
 * Masks keys, passwords, e-mail addresses and people's folders in texts, in a time that is
 * proportional to their length: a pattern that reads to the end of a word begins only at its
 * beginning.
 */
public final class PersonalData {

  /** Stands for what was removed before the text came here. */
  private static final String REMOVED = "[\"'`]?\\[removed: ";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)((?:pass(?:word|wd|phrase)?|token|secret|api[_-]?key|credentials?)[\"']?"
              + "\\s*[=:]\\s*+|bearer\\s++)(?!"
              + REMOVED
              + ")[^\\s{]\\S*+");

  private static final Pattern KEY =
      Pattern.compile(
          PatternFile.NOT_IN_WORD
              + "(?:sk|pk|rk|gh[a-z]|github_pat|glpat|xox[a-z]|AKIA|AIza)[-_\\w]{12,}+");

  private static final String IN_ADDRESS = "[^\\s@<>\"'`(),;:]";

  /** With an apostrophe between two letters, as in o'hara@x.org. */
  private static final Pattern EMAIL =
      Pattern.compile(
          ("(?<!" + IN_ADDRESS + ")(?!(?<=\\p{L}')\\p{L})" + IN_ADDRESS + "++")
              + ("(?:(?<=\\p{L})'(?=\\p{L})" + IN_ADDRESS + "++)*+")
              + "@[^\\s@<>\"'`(),;]++");

  private static final Pattern HOME =
      Pattern.compile("(?i)(/home/|/users/|\\\\users\\\\)[^/\\\\\\s\"'`]++");

  private PersonalData() {}

  /** The text with the kind of what was there in braces. */
  public static String maskedIn(String text) {
    String open = SECRET.matcher(text).replaceAll("$1{{secret}}");
    String keyless = KEY.matcher(open).replaceAll("{{secret}}");
    String homeless = HOME.matcher(keyless).replaceAll("$1{{user}}");
    return EMAIL.matcher(homeless).replaceAll("{{email}}");
  }
}
