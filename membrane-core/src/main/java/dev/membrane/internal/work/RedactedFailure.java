package dev.membrane.internal.work;

import dev.membrane.schema.MembraneException;
import org.jspecify.annotations.Nullable;

/**
 * A failure as it is logged: its classes and its stack, with the messages of this project only. Any
 * other message may have words of what is remembered, such as that of a number that is none.
 */
public final class RedactedFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private RedactedFailure(Throwable failure, @Nullable Throwable cause) {
    super(text(failure), cause);
    setStackTrace(failure.getStackTrace());
  }

  /** The failure, and what caused it. */
  public static Throwable of(Throwable failure) {
    Throwable cause = failure.getCause();
    return new RedactedFailure(failure, cause == null ? null : of(cause));
  }

  /** The class of a failure, and its message if that is of this project. */
  public static String text(Throwable failure) {
    return failure instanceof MembraneException ? failure.toString() : failure.getClass().getName();
  }

  /** Logs begin with this; they name the failure and not this class. */
  @Override
  @SuppressWarnings("OverrideThrowableToString")
  public String toString() {
    return String.valueOf(getMessage());
  }
}
