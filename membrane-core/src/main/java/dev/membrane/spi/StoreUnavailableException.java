package dev.membrane.spi;

import dev.membrane.schema.MembraneException;

/**
 * The store cannot be reached or cannot write. The call may be tried again later. The message is
 * the same for the same fault, and another for another, so that each of them is logged.
 */
public final class StoreUnavailableException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong. */
  public StoreUnavailableException(String message) {
    super(message);
  }

  /** Wraps the cause. */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
