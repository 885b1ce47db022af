package dev.membrane.internal.listing;

import dev.membrane.internal.value.Digest;
import dev.membrane.schema.ValidationException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The cursor with which a caller asks for the next page. It has the last item of the page before,
 * and a digest of the question, so that it is not accepted for another question. It contains
 * nothing that the answer did not contain.
 */
final class PageCursor {

  private static final int DIGEST = 16;

  private final String question;

  private PageCursor(String question) {
    this.question = question;
  }

  /** The cursors of a question, which is all that its pages have in common. */
  static PageCursor of(List<?> question) {
    return new PageCursor(Digest.of(question).substring(0, DIGEST));
  }

  /** The cursor after what was answered last. */
  String after(String last) {
    byte[] bytes = (question + last).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * What was answered last.
   *
   * @param cursor empty: nothing
   * @throws ValidationException if it is no cursor, or one of another question
   */
  String last(String cursor) {
    if (cursor.isEmpty()) {
      return "";
    }
    String text = decoded(cursor);
    // A text that is written in another way would be another text for the same place.
    if (text.length() <= DIGEST
        || !text.startsWith(question)
        || !after(text.substring(DIGEST)).equals(cursor)) {
      throw refused();
    }
    return text.substring(DIGEST);
  }

  /** That a cursor is refused. */
  static ValidationException refused() {
    return ValidationException.worded(
        "cursor", "cursor must be the next_cursor of the same question");
  }

  private static String decoded(String cursor) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException noCursor) {
      throw refused();
    }
  }
}
