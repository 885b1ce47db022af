package dev.membrane.protocol;

import dev.membrane.schema.MembraneException;

/** A request is well-formed, but too much for the server at the moment. */
public final class OverloadException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** With a message for the caller. */
  public OverloadException(String message) {
    super(message);
  }

  /** As many bytes are held as may be. */
  public static OverloadException tooManyLargeRequests() {
    return new OverloadException("too many large requests at once, try again later");
  }

  /** Others have all the places for the connections of callers. */
  public static OverloadException tooManyConnections() {
    return new OverloadException("too many connections at once, try again later");
  }

  /** Costs nothing: it is thrown when there is much to do, and the trace says nothing. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
