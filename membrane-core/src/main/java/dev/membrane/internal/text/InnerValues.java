package dev.membrane.internal.text;

import dev.membrane.schema.JsonValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The values that stand within a value: the strings and numbers of JSON, what a command line gives
 * to an option, what a URL or an assignment has behind {@code =} or a colon, what a line has behind
 * a name in small letters with a colon, and what is quoted, except the names of members of JSON.
 * What is escaped or percent-encoded is decoded, and what is found is looked into again. The time
 * is proportional to the length.
 */
public final class InnerValues {

  private static final Pattern ENCODED = Pattern.compile("(?:%\\p{XDigit}{2})++");

  private static final String PLAIN = "[^\\s=&;,\"'()<>|]";

  /** With an apostrophe between two letters, as in d'Anna. */
  private static final String UNQUOTED =
      "(?!-)" + PLAIN + "++(?:(?<=\\p{L})'(?=\\p{L})" + PLAIN + "++)*+";

  /** A quote may go on in the next line if it has quotes within that are escaped. */
  private static final String DOUBLE_QUOTED =
      "(?<!\\\\)\"([^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+|[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)++)\"";

  /** A line of YAML. What begins with a capital is a heading, or somebody who speaks. */
  private static final String LINE =
      "(?:^|[\\n,;{])[ \\t-]*+(?!\\p{Lu})[\\p{L}\\p{N}_.-]++: ++([^\\s,;{}\"'][^\\n,;{}]*+)";

  private static final Pattern GIVEN =
      Pattern.compile(
          "\"[^\"\\n]{1,200}\" ?:"
              + ("|" + DOUBLE_QUOTED)
              + "|\"([^\"\\n]{1,200})\""
              + "|(?<![\\p{L}\\p{N}])'([^'\\n]++)'(?![\\p{L}\\p{N}])"
              + ("|" + LINE)
              + ("|(?:= ?|(?<=\\p{L}):)(" + UNQUOTED + ")")
              + ("|(?<!\\S)--?\\p{L}[\\p{L}\\p{N}_-]*+ (" + UNQUOTED + ")"));

  /** A longer value, in characters, is a text rather than a command. */
  static final int MAX_VALUE_LENGTH = 2_000;

  private InnerValues() {}

  /**
   * Those that tell something of a value of at most {@value #MAX_VALUE_LENGTH} characters, or
   * {@value WrittenJson#MAX_LENGTH} if it is JSON, and the value itself where it is encoded.
   */
  public static Set<String> of(String value) {
    Set<String> inner = new TreeSet<>();
    String plain = isText(value) ? value : decoded(value);
    if (!plain.equals(value)) {
      inner.add(plain);
    }
    Set<String> last = Set.of(value);
    for (int level = 0; level < WrittenJson.MAX_LEVELS && !last.isEmpty(); level++) {
      last = last.stream().flatMap(InnerValues::within).collect(Collectors.toSet());
      last.stream().filter(VaryingValues::isTelling).forEach(inner::add);
    }
    return inner;
  }

  private static Stream<String> within(String value) {
    Optional<JsonValue> json = WrittenJson.read(value);
    if (json.isPresent() || isText(value)) {
      return json.map(WrittenJson::in).stream().flatMap(Set::stream).map(InnerValues::decoded);
    }
    return GIVEN.matcher(value).results().flatMap(InnerValues::groups).map(InnerValues::decoded);
  }

  private static boolean isText(String value) {
    return value.length() > MAX_VALUE_LENGTH;
  }

  private static Stream<String> groups(MatchResult given) {
    return IntStream.rangeClosed(1, given.groupCount())
        .mapToObj(given::group)
        .filter(text -> text != null)
        .map(WrittenJson::unescaped);
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
