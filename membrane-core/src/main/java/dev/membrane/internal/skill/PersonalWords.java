package dev.membrane.internal.skill;

import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.PersonalData;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.text.Wording;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from texts what belongs only to the person who said them, in a time that is proportional
 * to their length. Immutable.
 */
final class PersonalWords {

  private static final Pattern PATH = Pattern.compile("(?<![^\\s/\\\\])[^\\s/\\\\]*+[/\\\\]\\S*+");

  private static final Pattern LONG =
      Pattern.compile("[^\\s{}" + Wording.SPACELESS_LETTERS + "]{24,}+");

  private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");

  private final VaryingValues values;

  /** For a procedure that was used with values. */
  PersonalWords(VaryingValues values) {
    this.values = values;
  }

  /** What was said or answered in a run, without all that the one case is about. */
  String heard(String text) {
    return Masks.named(LONG.matcher(general(text)).replaceAll("{{id}}"));
  }

  /**
   * Why a run failed, with the masks that the record has: the code and the title of an error stay.
   * A long word may be an id although it has few digits, as in a token of a session.
   */
  String failure(String mode) {
    Matcher words = LONG.matcher(general(mode));
    return Masks.namedInError(
        words.replaceAll(word -> DIGIT.matcher(word.group()).find() ? "{{id}}" : "$0"));
  }

  private String general(String text) {
    String general = values.maskedIn(PersonalData.maskedIn(text));
    return PATH.matcher(general).replaceAll("{{path}}");
  }

  /** Whether a text says something of the one case only. */
  boolean isPersonal(String text) {
    return !heard(text).equals(text);
  }
}
