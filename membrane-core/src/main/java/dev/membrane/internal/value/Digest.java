package dev.membrane.internal.value;

import dev.membrane.schema.Limits;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over an unambiguous text of a value: every text is preceded by its length, the members of
 * a JSON object are sorted, and what is null or empty is left out, so that a request keeps its
 * digest when a later version knows more members. All components of a record and all fields of a
 * request are included automatically, so that a new one cannot be forgotten.
 */
public final class Digest {

  /** The levels that a request puts around free-form JSON, generously. */
  private static final int MAX_DEPTH = 2 * Limits.MAX_NESTING + 32;

  private final StringBuilder canonical = new StringBuilder();

  private Digest() {}

  /** The digest of a record, list, map or scalar, in lower-case hexadecimal. */
  public static String of(Object value) {
    Digest digest = new Digest();
    digest.append(value, 0);
    return Sha256.of(digest.canonical.toString());
  }

  private void append(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new ValidationException("request", "nesting exceeds " + MAX_DEPTH + " levels");
    }
    if (value instanceof List<?> items) {
      canonical.append('[').append(items.size());
      items.forEach(item -> append(item, depth + 1));
    } else if (value instanceof Map<?, ?> members) {
      appendMembers(members, depth);
    } else if (value instanceof Enum<?> constant) {
      text(constant.name());
    } else {
      Optional.ofNullable(value)
          .flatMap(RequestParts::of)
          .ifPresentOrElse(parts -> appendParts(parts, depth), () -> text(String.valueOf(value)));
    }
  }

  private void appendParts(RequestParts parts, int depth) {
    text(parts.owner());
    parts.values().values().removeIf(part -> part.equals("") || part.equals(List.of()));
    appendMembers(parts.values(), depth);
  }

  private void appendMembers(Map<?, ?> members, int depth) {
    Map<String, Object> sorted = new TreeMap<>();
    members.forEach((name, value) -> sorted.put(String.valueOf(name), value));
    canonical.append('{').append(sorted.size());
    sorted.forEach(
        (name, value) -> {
          text(name);
          append(value, depth + 1);
        });
  }

  private void text(String text) {
    canonical.append(':').append(text.length()).append(':').append(text);
  }
}
