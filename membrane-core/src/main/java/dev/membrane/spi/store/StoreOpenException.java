package dev.membrane.spi.store;

import dev.membrane.schema.MembraneException;

/** A store cannot be opened; the message is one line for the operator. */
public final class StoreOpenException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final boolean isConfiguration;

  /** Says what is wrong and what to do. */
  public StoreOpenException(String message) {
    this(message, false);
  }

  /** Says what is wrong and what to do. */
  public StoreOpenException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private StoreOpenException(String message, boolean isConfiguration) {
    super(message);
    this.isConfiguration = isConfiguration;
  }

  private StoreOpenException(String message, Throwable cause, boolean isConfiguration) {
    super(message, cause);
    this.isConfiguration = isConfiguration;
  }

  /** A fault of the configuration, with which every other attempt would fail as well. */
  public static StoreOpenException configuration(String message) {
    return new StoreOpenException(message, true);
  }

  /** As {@link #configuration(String)}, with its cause. */
  public static StoreOpenException configuration(String message, Throwable cause) {
    return new StoreOpenException(message, cause, true);
  }

  /** Whether it is the configuration, and not something that may change by itself. */
  public boolean isConfiguration() {
    return isConfiguration;
  }
}
