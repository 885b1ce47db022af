package dev.membrane.chat;

import dev.membrane.schema.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How the messages of a framework are kept. Thread-safe.
 *
 * @param <M> the framework's type of messages
 */
public interface MessageFormat<M> {

  /** The whole message as JSON, from which {@link #read} makes an equal one. */
  JsonValue write(M message);

  /** Makes of JSON a new message, equal to the one that {@link #write} was given. */
  M read(JsonValue json);

  /**
   * Who says it, as the kind of an event: {@code user_message}, {@code assistant_message}, {@code
   * system_message} or {@code tool_message}. What a tool or an assistant says is never learned as
   * if the user had said it.
   */
  String kind(M message);

  /** What is said, in words by which it is found; null: it is kept and not found. */
  @Nullable String text(M message);
}
