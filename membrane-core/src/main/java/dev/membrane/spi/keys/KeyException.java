package dev.membrane.spi.keys;

import dev.membrane.schema.MembraneException;
import org.jspecify.annotations.Nullable;

/**
 * A key-encryption key cannot be used. The message says why, for the operator, in one line and
 * without secrets.
 */
public final class KeyException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final boolean isRefusal;

  private KeyException(String message, @Nullable Throwable cause, boolean isRefusal) {
    super(message, cause);
    this.isRefusal = isRefusal;
  }

  /**
   * The place of the key does not answer, or does not let this process use the key. Another try may
   * succeed, by itself or once an operator has changed something.
   */
  public static KeyException unavailable(String message, @Nullable Throwable cause) {
    return new KeyException(message, cause, false);
  }

  /**
   * Another key has wrapped the data key, it was changed since, or what is configured is no key. No
   * other try succeeds by itself.
   */
  public static KeyException refused(String message, @Nullable Throwable cause) {
    return new KeyException(message, cause, true);
  }

  /**
   * Whether what was to be unwrapped or the configuration is at fault, not the place of the key.
   */
  public boolean isRefusal() {
    return isRefusal;
  }
}
