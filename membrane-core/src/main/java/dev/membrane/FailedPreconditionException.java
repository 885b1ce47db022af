package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The state of the record forbids it, or another writer was faster. */
public final class FailedPreconditionException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Takes a message for the caller. */
  public FailedPreconditionException(String message) {
    super(message);
  }
}
