package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The requested thing does not exist, or the caller may not know that it does. */
public final class NotFoundException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** The record does not exist, or the caller may not know of it. */
  public static NotFoundException record() {
    return new NotFoundException("record not found");
  }

  /** Takes a message for the caller. */
  public NotFoundException(String message) {
    super(message);
  }
}
