package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The caller keeps as much in store as it may. It goes on once something of it is deleted. */
public final class QuotaExceededException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Says what is exceeded, in words for the caller. */
  public QuotaExceededException(String message) {
    super(message);
  }
}
