package dev.membrane.internal.view;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects members of a JSON object and leaves out empty ones. Not thread-safe. */
final class Members {

  private final Map<String, JsonValue> members = new LinkedHashMap<>();

  Members put(String name, @Nullable Object value) {
    boolean saysNothing = value == null || (value instanceof Collection<?> all && all.isEmpty());
    if (!saysNothing) {
      members.put(name, JsonValue.of(value));
    }
    return this;
  }

  <T> Members put(String name, List<T> items, Function<T, JsonObject> toJson) {
    return put(name, items.stream().map(toJson).toList());
  }

  JsonObject json() {
    return new JsonObject(members);
  }
}
