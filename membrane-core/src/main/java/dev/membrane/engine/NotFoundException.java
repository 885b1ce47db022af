package dev.membrane.engine;

/** What was asked for does not exist, or the caller may not know that it does. */
public final class NotFoundException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says what and why, in words for the caller. */
  public NotFoundException(String message) {
    super(message);
  }
}
