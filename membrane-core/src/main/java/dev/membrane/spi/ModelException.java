package dev.membrane.spi;

/**
 * A model does not answer, or not with anything that can be used. Its message says why, for the
 * operator, without secrets and without what was asked.
 */
public final class ModelException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isTemporary;

  private ModelException(String message, Throwable cause, boolean isTemporary) {
    super(message, cause);
    this.isTemporary = isTemporary;
  }

  /**
   * A failure that may be over when it is tried again: a time-out, an overload, a rate limit. The
   * implementation itself has tried more than once.
   */
  public static ModelException temporary(String message, Throwable cause) {
    return new ModelException(message, cause, true);
  }

  /** A failure that will be the same again: a refused key, an unknown model, a refused text. */
  public static ModelException permanent(String message, Throwable cause) {
    return new ModelException(message, cause, false);
  }

  /** Whether the same may succeed later. */
  public boolean isTemporary() {
    return isTemporary;
  }
}
