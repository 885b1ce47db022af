package dev.membrane.engine;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many bytes a request holds: its texts, and one for each thing around them. */
public final class Weight {

  private Weight() {}

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
    return value instanceof Record owner
        ? ofComponents(owner)
        : value.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static long ofComponents(Record owner) {
    long sum = 0;
    for (RecordComponent component : owner.getClass().getRecordComponents()) {
      try {
        sum += of(component.getAccessor().invoke(owner));
      } catch (ReflectiveOperationException notPublic) {
        throw new IllegalStateException("cannot read " + component, notPublic);
      }
    }
    return sum;
  }
}
