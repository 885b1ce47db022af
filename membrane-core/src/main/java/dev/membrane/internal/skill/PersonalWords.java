package dev.membrane.internal.skill;

import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.PersonalData;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.text.Wording;
import java.util.regex.Pattern;

/**
 * Removes from texts what belongs only to the person who said them, in a time that is proportional
 * to their length. Immutable.
 */
final class PersonalWords {

  private static final Pattern PATH = Pattern.compile("(?<![^\\s/\\\\])[^\\s/\\\\]*+[/\\\\]\\S*+");

  private static final Pattern LONG =
      Pattern.compile("[^\\s{}" + Wording.SPACELESS_LETTERS + "]{24,}+");

  private final VaryingValues values;

  /** For a procedure that was used with values. */
  PersonalWords(VaryingValues values) {
    this.values = values;
  }

  /** What was said or answered in a run, without all that the one case is about. */
  String heard(String text) {
    String general = values.maskedIn(PersonalData.maskedIn(text));
    String pathless = PATH.matcher(general).replaceAll("{{path}}");
    return Masks.named(LONG.matcher(pathless).replaceAll("{{id}}"));
  }

  /** Whether a text says something of the one case only. */
  boolean isPersonal(String text) {
    return !heard(text).equals(text);
  }
}
