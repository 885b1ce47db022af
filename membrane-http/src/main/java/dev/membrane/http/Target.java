package dev.membrane.http;

import dev.membrane.server.Admission;
import dev.membrane.server.HttpAnswer;
import java.io.IOException;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests for a path once the caller is known and the body has been read. Thread-safe.
 */
interface Target {

  /** What it is called in logs and metrics. */
  String name();

  /** Its path, with {@code {id}} in the place of what a caller fills in. */
  String path();

  /** The methods of HTTP with which it is asked. */
  Set<String> methods();

  /** The media type that a body must have; null: no body is looked at. */
  @Nullable String bodyType();

  /** How a failure is answered. */
  Format format();

  /**
   * Answers.
   *
   * @throws HttpRefusal if HTTP has a word for what is wrong
   * @throws IOException if the body is not in its format
   */
  HttpAnswer answer(Request request, byte[] body, Admission by) throws IOException;
}
