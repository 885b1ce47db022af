package dev.membrane.internal.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values that stand within a value: what a command line gives to an option, what a URL or an
 * assignment has behind {@code =} or a colon, and what is quoted, except the names of members of
 * JSON. Where characters are percent-encoded, they are decoded.
 */
public final class InnerValues {

  private static final Pattern ENCODED = Pattern.compile("(?:%\\p{XDigit}{2})++");

  private static final String UNQUOTED = "[^\\s=&;,\"'()<>|-][^\\s=&;,\"'()<>|]*+";

  private static final Pattern GIVEN =
      Pattern.compile(
          "\"[^\"\\n]{1,200}\" ?:|\"([^\"\\n]{1,200})\""
              + "|(?<![\\p{L}\\p{N}])'([^'\\n]{1,200})'(?![\\p{L}\\p{N}])"
              + ("|(?:= ?|(?<=\\p{L}):)(" + UNQUOTED + ")")
              + ("|(?<!\\S)--?\\p{L}[\\p{L}\\p{N}_-]*+ (" + UNQUOTED + ")"));

  /** A longer value, in characters, is a text rather than a command. */
  static final int MAX_VALUE_LENGTH = 2_000;

  private InnerValues() {}

  /**
   * Those of a value of at most {@value #MAX_VALUE_LENGTH} characters that tell something, and the
   * value itself where it is encoded.
   */
  public static Set<String> of(String value) {
    if (value.length() > MAX_VALUE_LENGTH) {
      return Set.of();
    }
    Set<String> inner = new TreeSet<>();
    String plain = decoded(value);
    if (!plain.equals(value)) {
      inner.add(plain);
    }
    GIVEN
        .matcher(value)
        .results()
        .flatMap(InnerValues::groups)
        .map(InnerValues::decoded)
        .filter(VaryingValues::isTelling)
        .forEach(inner::add);
    return inner;
  }

  private static Stream<String> groups(MatchResult given) {
    return Stream.of(1, 2, 3, 4).map(given::group).filter(text -> text != null);
  }

  private static String decoded(String value) {
    return ENCODED.matcher(value).replaceAll(run -> Matcher.quoteReplacement(text(run.group())));
  }

  private static String text(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String digits : encoded.substring(1).split("%", -1)) {
      bytes.write(Integer.parseInt(digits, 16));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
