package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The state of the record forbids it, or another writer was faster. */
public final class FailedPreconditionException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** The deletion policy of a record is {@code never}, and nothing overrides it. */
  public static FailedPreconditionException neverDeleted(String id) {
    return new FailedPreconditionException(
        "record "
            + id
            + " has the deletion_policy never; an admin may delete it with override_policy");
  }

  /** Takes a message for the caller. */
  public FailedPreconditionException(String message) {
    super(message);
  }
}
