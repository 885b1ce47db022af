package dev.membrane;

import dev.membrane.schema.MembraneException;

/** What was asked for does not exist, or the caller may not know that it does. */
public final class NotFoundException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** No such record, or none that the caller may know of. */
  public static NotFoundException record() {
    return new NotFoundException("record not found");
  }

  /** Says what and why, in words for the caller. */
  public NotFoundException(String message) {
    super(message);
  }
}
