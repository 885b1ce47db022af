package dev.membrane.spi;

/** A commit found the store in another state than its changeset expects; nothing was changed. */
public final class ConflictException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says which expectation failed. */
  public ConflictException(String message) {
    super(message);
  }
}
