package dev.membrane.internal.value;

import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a record or a request: all components of a record or fields of a request, found
 * automatically, so that a new one cannot be forgotten.
 *
 * @param owner the simple name of what consists of them
 * @param values the parts by name, without those that are null; may be changed
 */
record RequestParts(String owner, Map<String, Object> values) {

  /** The parts of a value; empty if it has none. */
  static Optional<RequestParts> of(Object value) {
    String name = value.getClass().getSimpleName();
    if (value instanceof Record owner) {
      return Optional.of(new RequestParts(name, components(owner)));
    }
    return value instanceof IngestRequest || value instanceof IngestOptions
        ? Optional.of(new RequestParts(name, fields(value)))
        : Optional.empty();
  }

  private static Map<String, Object> components(Record owner) {
    Map<String, Object> parts = new TreeMap<>();
    for (RecordComponent component : owner.getClass().getRecordComponents()) {
      try {
        put(parts, component.getName(), component.getAccessor().invoke(owner));
      } catch (ReflectiveOperationException notPublic) {
        throw new IllegalStateException("cannot read " + component, notPublic);
      }
    }
    return parts;
  }

  private static Map<String, Object> fields(Object request) {
    Map<String, Object> parts = new TreeMap<>();
    for (Field field : request.getClass().getDeclaredFields()) {
      if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
        try {
          field.setAccessible(true);
          put(parts, field.getName(), field.get(request));
        } catch (ReflectiveOperationException hidden) {
          throw new IllegalStateException("cannot read " + field, hidden);
        }
      }
    }
    return parts;
  }

  private static void put(Map<String, Object> parts, String name, @Nullable Object value) {
    if (value != null) {
      parts.put(name, value);
    }
  }
}
