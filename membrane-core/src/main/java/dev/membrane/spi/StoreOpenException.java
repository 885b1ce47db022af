package dev.membrane.spi;

import dev.membrane.schema.MembraneException;

/** A store cannot be opened; the message is one line for the operator. */
public final class StoreOpenException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Says what is wrong and what to do. */
  public StoreOpenException(String message) {
    super(message);
  }

  /** Says what is wrong and what to do. */
  public StoreOpenException(String message, Throwable cause) {
    super(message, cause);
  }
}
