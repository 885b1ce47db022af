package dev.membrane.server;

import dev.membrane.schema.ValidationException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Any text as the value of a header of HTTP, which holds the visible characters of ASCII, with
 * blanks between them. Another text is written as <code>=?base64?&lt;its UTF-8 in Base64&gt;?=
 * </code>.
 */
public final class HeaderText {

  private static final Pattern PLAIN = Pattern.compile("[!-~]|[!-~][ -~]*[!-~]");
  private static final String BEGIN = "=?base64?";
  private static final String END = "?=";

  private HeaderText() {}

  /** The value for a text: in Base64 if a header cannot hold it, or it would be taken for that. */
  public static String encoded(String text) {
    return PLAIN.matcher(text).matches() && !isCoded(text)
        ? text
        : BEGIN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + END;
  }

  /**
   * The text of a value. Bytes beyond ASCII that a client has sent as they are count as UTF-8.
   *
   * @param name of the header
   * @param value with a character for each byte, as of ISO 8859-1
   * @throws ValidationException if the bytes are no UTF-8, or what should be Base64 is none
   */
  public static String decoded(String name, String value) {
    try {
      ByteBuffer bytes =
          isCoded(value)
              ? ByteBuffer.wrap(
                  Base64.getDecoder()
                      .decode(value.substring(BEGIN.length(), value.length() - END.length())))
              : StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap(value));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (IllegalArgumentException | CharacterCodingException malformed) {
      throw ValidationException.worded(
          name, name + " must be UTF-8, or its Base64 as =?base64?<Base64>?=");
    }
  }

  private static boolean isCoded(String value) {
    return value.startsWith(BEGIN)
        && value.endsWith(END)
        && value.length() >= BEGIN.length() + END.length();
  }
}
