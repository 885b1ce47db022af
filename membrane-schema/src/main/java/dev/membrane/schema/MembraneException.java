package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * The exceptions that Membrane and its plugins throw on purpose. Each subclass says what went
 * wrong. Any other exception is a fault of the program. A call that throws has changed nothing.
 */
public abstract class MembraneException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An exception with a message for the caller. */
  protected MembraneException(@Nullable String message) {
    super(message);
  }

  /** An exception with a message for the caller, and what led to it. */
  protected MembraneException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
