package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * A condition that the execution of a task has to respect.
 *
 * @param type the kind of constraint, for example {@code budget}
 * @param key its name
 * @param value its value; null if there is none, which differs from a {@link JsonNull} that was
 *     given
 * @param required whether it must hold
 */
public record Constraint(
    @Nullable String type, @Nullable String key, @Nullable JsonValue value, boolean required) {

  public Constraint {
    type = Components.optional(type);
    key = Components.optional(key);
  }
}
