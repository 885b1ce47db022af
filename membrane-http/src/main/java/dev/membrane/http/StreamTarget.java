package dev.membrane.http;

import dev.membrane.protocol.ReadableJson;
import dev.membrane.server.Admission;
import dev.membrane.server.HttpAnswer;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * The stream of items, of which each has a line of its own.
 *
 * @param name of the call in the service
 * @param format of the lines
 */
record StreamTarget(String name, Format format) implements Target {

  /** One JSON value in each line. */
  static final String LINES = "application/x-ndjson";

  @Override
  public String path() {
    return ReadableJson.path(name);
  }

  @Override
  public Set<String> methods() {
    return Set.of("POST");
  }

  @Override
  public String bodyType() {
    return LINES;
  }

  @Override
  public HttpAnswer answer(Request request, byte[] body, Admission by) {
    throw new IllegalStateException("a stream has no single answer");
  }
}
