package dev.membrane.spi.commit;

import dev.membrane.schema.MembraneException;

/** A commit found the store in another state than its changeset expects; nothing was changed. */
public final class ConflictException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Says which expectation failed. */
  public ConflictException(String message) {
    super(message);
  }
}
