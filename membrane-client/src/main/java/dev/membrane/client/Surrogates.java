package dev.membrane.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Message;
import dev.membrane.schema.ValidationException;
import java.util.List;

/** Refuses halves of surrogate pairs: protobuf would send question marks in their place. */
final class Surrogates {

  private Surrogates() {}

  /**
   * Checks every text of a request.
   *
   * @throws ValidationException if it holds half of a pair
   */
  static void check(Message request) {
    check("", request);
  }

  private static void check(String path, Message message) {
    message.getAllFields().forEach((field, value) -> check(path + field.getName(), value));
  }

  private static void check(String field, Object value) {
    if (value instanceof String text && !UTF_8.newEncoder().canEncode(text)) {
      throw new ValidationException(field, "must not contain an unpaired surrogate");
    } else if (value instanceof List<?> items) {
      items.forEach(item -> check(field, item));
    } else if (value instanceof Message part) {
      check(field + ".", part);
    }
  }
}
