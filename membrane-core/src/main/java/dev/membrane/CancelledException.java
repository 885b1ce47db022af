package dev.membrane;

import dev.membrane.schema.MembraneException;

/** Nobody waits for the answer: the caller is gone, or the time they gave is over. */
public final class CancelledException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public CancelledException() {
    super("the caller waits no longer");
  }
}
