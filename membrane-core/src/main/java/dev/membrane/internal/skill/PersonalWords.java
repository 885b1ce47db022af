package dev.membrane.internal.skill;

import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.text.Wording;
import java.util.regex.Pattern;

/**
 * Removes from texts what belongs only to the person who said them, in a time that is proportional
 * to their length: a pattern that reads to the end of a word begins only at its beginning.
 * Immutable.
 */
final class PersonalWords {

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)((?:pass(?:word|wd|phrase)?|token|secret|api[_-]?key|credentials?)[\"']?"
              + "\\s*[=:]\\s*+|bearer\\s++)[^\\s{]\\S*+");

  private static final Pattern KEY =
      Pattern.compile(
          "(?<![\\p{L}\\p{Nd}\\p{Mn}_])"
              + "(?:sk|pk|rk|gh[a-z]|github_pat|glpat|xox[a-z]|AKIA|AIza)[-_\\w]{12,}+");

  private static final Pattern EMAIL =
      Pattern.compile("(?<![^\\s@<>\"'`(),;:])[^\\s@<>\"'`(),;:]++@[^\\s@<>\"'`(),;]++");

  private static final Pattern HOME =
      Pattern.compile("(?i)(/home/|/users/|\\\\users\\\\)[^/\\\\\\s\"'`]++");

  private static final Pattern PATH = Pattern.compile("(?<![^\\s/\\\\])[^\\s/\\\\]*+[/\\\\]\\S*+");

  private static final Pattern LONG =
      Pattern.compile("[^\\s{}" + Wording.SPACELESS_LETTERS + "]{24,}+");

  private final VaryingValues values;

  /** For a procedure that was used with values. */
  PersonalWords(VaryingValues values) {
    this.values = values;
  }

  /** What somebody wrote as part of a procedure, without addresses, keys and people's folders. */
  static String written(String text) {
    String open = SECRET.matcher(text).replaceAll("$1{{secret}}");
    String keyless = KEY.matcher(open).replaceAll("{{secret}}");
    String homeless = HOME.matcher(keyless).replaceAll("$1{{user}}");
    return EMAIL.matcher(homeless).replaceAll("{{email}}");
  }

  /** What was said or answered in a run, without all that the one case is about. */
  String heard(String text) {
    String general = values.maskedIn(written(text));
    String pathless = PATH.matcher(general).replaceAll("{{path}}");
    return Masks.named(LONG.matcher(pathless).replaceAll("{{id}}"));
  }

  /** Whether a text says something of the one case only. */
  boolean isPersonal(String text) {
    return !heard(text).equals(text);
  }
}
