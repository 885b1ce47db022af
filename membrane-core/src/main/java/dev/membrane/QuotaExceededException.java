package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The caller has used up its quota. It can write again once some of its records are deleted. */
public final class QuotaExceededException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Takes a message for the caller, which says what is exceeded. */
  public QuotaExceededException(String message) {
    super(message);
  }
}
