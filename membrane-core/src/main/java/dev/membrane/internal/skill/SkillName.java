package dev.membrane.internal.skill;

import java.math.BigInteger;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of skills: words of the title, then the record's id in base 36, always of the same
 * length. So names are unique, and a record is found directly by the id in the name.
 */
public final class SkillName {

  private static final int MAX_LENGTH = 64;
  private static final int RADIX = 36;
  private static final int ID_DIGITS = 25;
  private static final int MAX_WORDS_LENGTH = MAX_LENGTH - ID_DIGITS - 1;
  private static final int ID_BITS = 128;
  private static final int HEX = 16;

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*");
  private static final Pattern ID_AT_END = Pattern.compile(".*-([a-z0-9]{" + ID_DIGITS + "})");
  private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern EDGES = Pattern.compile("^-|-$");
  private static final Pattern GROUPS = Pattern.compile("(.{8})(.{4})(.{4})(.{4})(.{12})");

  private SkillName() {}

  /** The name of the skill of a record. */
  static String of(String title, String recordId) {
    String id = new BigInteger(recordId.replace("-", ""), HEX).toString(RADIX);
    return words(title) + "-" + "0".repeat(ID_DIGITS - id.length()) + id;
  }

  private static String words(String title) {
    String lower = Normalizer.normalize(title, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    String marksGone = lower.replaceAll("\\p{M}+", "");
    String words = trimmed(OTHERS.matcher(marksGone).replaceAll("-"));
    String some = trimmed(words.substring(0, Math.min(MAX_WORDS_LENGTH, words.length())));
    return some.isEmpty() ? "skill" : some;
  }

  private static String trimmed(String words) {
    return EDGES.matcher(words).replaceAll("");
  }

  /** Whether a text has the form that the format asks of names. */
  public static boolean isName(String text) {
    return text.length() <= MAX_LENGTH && NAME.matcher(text).matches();
  }

  /** The id of the record that a name was made of; empty if it was made of none. */
  public static Optional<String> recordId(String name) {
    Matcher id = ID_AT_END.matcher(name);
    return id.matches() ? uuid(new BigInteger(id.group(1), RADIX)) : Optional.empty();
  }

  private static Optional<String> uuid(BigInteger number) {
    if (number.bitLength() > ID_BITS) {
      return Optional.empty();
    }
    String digits = String.format(Locale.ROOT, "%032x", number);
    return Optional.of(GROUPS.matcher(digits).replaceAll("$1-$2-$3-$4-$5"));
  }
}
