package dev.membrane.spi.store;

import dev.membrane.schema.MembraneException;

/**
 * A stored record cannot be read: it was damaged or changed outside of Membrane. Others that were
 * asked for with it and cannot be read either may be its suppressed exceptions.
 */
public final class UnreadableRecordException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final String id;
  private final String reason;

  /** Names the record and keeps the cause. */
  public UnreadableRecordException(String id, Throwable cause) {
    super("record " + id + " cannot be read: " + cause.getMessage(), cause);
    this.id = id;
    this.reason = String.valueOf(cause.getMessage());
  }

  /** The id of the record. */
  public String id() {
    return id;
  }

  /** Why it cannot be read. */
  public String reason() {
    return reason;
  }
}
