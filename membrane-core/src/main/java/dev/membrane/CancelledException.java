package dev.membrane;

import dev.membrane.schema.MembraneException;

/** Nobody waits for the answer: the caller has disconnected, or the deadline has passed. */
public final class CancelledException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Takes the standard message. */
  public CancelledException() {
    super("the caller waits no longer");
  }
}
