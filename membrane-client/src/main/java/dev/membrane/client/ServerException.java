package dev.membrane.client;

import dev.membrane.schema.MembraneException;
import org.jspecify.annotations.Nullable;

/**
 * The server could not do the call, for a reason that a memory in the same process does not have: a
 * fault of the server, a call that it does not know, or too many calls at once.
 */
public final class ServerException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final String code;

  ServerException(String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The status of gRPC, such as {@code RESOURCE_EXHAUSTED}. */
  public String code() {
    return code;
  }
}
