package dev.membrane;

import dev.membrane.schema.MembraneException;

/** An id or an idempotency key is taken. */
public final class AlreadyExistsException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Takes a message for the caller. */
  public AlreadyExistsException(String message) {
    super(message);
  }
}
