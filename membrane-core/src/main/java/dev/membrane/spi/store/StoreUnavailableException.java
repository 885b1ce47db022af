package dev.membrane.spi.store;

import dev.membrane.schema.MembraneException;

/**
 * The store cannot be reached or cannot write. The call may be tried again later. Faults that come
 * from different lines of code, or have different codes, are logged and counted each by itself. The
 * message counts for nothing, so it may have an id of the request.
 */
public final class StoreUnavailableException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private static final int MAX_CAUSES = 16;

  private final String code;

  /** Says what is wrong. */
  public StoreUnavailableException(String message) {
    super(message);
    code = "";
  }

  /** Wraps the cause. */
  public StoreUnavailableException(String message, Throwable cause) {
    this(message, "", cause);
  }

  /**
   * Wraps one of several faults that come from the same line of code.
   *
   * @param code tells it from the others and is the same each time, such as the code of an error of
   *     a database; it follows the message in brackets. Empty: there is none
   */
  public StoreUnavailableException(String message, String code, Throwable cause) {
    super(code.isEmpty() ? message : message + " (" + code + ")", cause);
    this.code = code;
  }

  /** The message with that of the first cause, for a log in which a stack trace says no more. */
  public String reason() {
    Throwable cause = this;
    for (int depth = 0; cause.getCause() != null && depth < MAX_CAUSES; depth++) {
      cause = cause.getCause();
    }
    if (cause == this) {
      return String.valueOf(getMessage());
    }
    String last =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return getMessage() + ": " + last;
  }

  /** What tells the fault from others that come from the same line of code; may be empty. */
  public String code() {
    return code;
  }
}
