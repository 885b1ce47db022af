package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The caller may know of the record, but not do this to it. */
public final class AccessDeniedException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** The caller may know that a record exists, but not what it says. */
  public static AccessDeniedException byTrust() {
    return new AccessDeniedException("access denied by trust context");
  }

  /** Takes a message for the caller. */
  public AccessDeniedException(String message) {
    super(message);
  }
}
