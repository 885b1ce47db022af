package dev.membrane.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Reads the expressions of a language from a resource, one regular expression a line. An expression
 * matches whole words, in small letters or capitals. Lines that begin with {@code #} are comments.
 */
public final class PatternFile {

  /** Not {@code \b}, which reads all combining marks before it at each of them. */
  private static final String IN_WORD = "[\\p{L}\\p{Nd}\\p{Mn}_]";

  /** Before what is to begin no later than its word does. */
  static final String NOT_IN_WORD = "(?<!" + IN_WORD + ")";

  private PatternFile() {}

  /** The pattern of a resource of this package. */
  public static Pattern read(String name) {
    String any = String.join("|", lines(name));
    return Pattern.compile(wholeWords(any), Pattern.CASE_INSENSITIVE);
  }

  /** The expression where it neither begins nor ends within a word. */
  public static String wholeWords(String expression) {
    return NOT_IN_WORD + "(?:" + expression + ")(?!" + IN_WORD + ")";
  }

  /** The lines of a resource of this package, without comments. */
  public static List<String> lines(String name) {
    try (InputStream file = PatternFile.class.getResourceAsStream(name)) {
      String text =
          new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(String::strip)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(name, unreadable);
    }
  }
}
