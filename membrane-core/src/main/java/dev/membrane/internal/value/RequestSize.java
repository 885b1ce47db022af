package dev.membrane.internal.value;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many bytes a request holds: its texts, and one for each thing around them. */
public final class RequestSize {

  private RequestSize() {}

  /** The weight of a record, list, map or scalar that is not nested without end. */
  public static long of(@Nullable Object value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof List<?> items) {
      return items.stream().mapToLong(item -> 1 + of(item)).sum();
    }
    if (value instanceof Map<?, ?> members) {
      return members.entrySet().stream()
          .mapToLong(member -> 2 + of(member.getKey()) + of(member.getValue()))
          .sum();
    }
    return RequestParts.of(value)
        .map(parts -> parts.values().values().stream().mapToLong(RequestSize::of).sum())
        .orElseGet(() -> (long) value.toString().getBytes(StandardCharsets.UTF_8).length);
  }
}
