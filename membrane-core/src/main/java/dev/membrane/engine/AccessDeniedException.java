package dev.membrane.engine;

/** The caller may know of the record, but not do this to it. */
public final class AccessDeniedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says what and why, in words for the caller. */
  public AccessDeniedException(String message) {
    super(message);
  }
}
