package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The memory was closed. */
public final class ClosedException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** A call after the memory was closed. */
  public ClosedException() {
    super("the memory is closed");
  }
}
