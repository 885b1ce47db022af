package dev.membrane;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for: two of a kind are equal if all of it is, and are printed as that.
 *
 * <p>Digests that stores keep with idempotency keys are made of the names of such a class and of
 * its fields, which are read as they are, but for those that are transient. So of what can be
 * ingested neither a class nor a field may get another name.
 */
abstract class RequestValues {

  RequestValues() {}

  /** Hands over every value by its name, in their order; null where there is none. */
  abstract void each(BiConsumer<String, @Nullable Object> value);

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof RequestValues that
        && getClass() == that.getClass()
        && values().equals(that.values());
  }

  @Override
  public final int hashCode() {
    return values().hashCode();
  }

  @Override
  public final String toString() {
    StringJoiner text = new StringJoiner(", ", getClass().getSimpleName() + "[", "]");
    values().forEach((name, value) -> text.add(name + "=" + value));
    return text.toString();
  }

  private Map<String, @Nullable Object> values() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    each(values::put);
    return values;
  }
}
