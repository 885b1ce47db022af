package dev.membrane.spi.store;

import dev.membrane.schema.MembraneException;
import org.jspecify.annotations.Nullable;

/**
 * Nothing can be written in a scope, since what the store keeps of the scope as a whole cannot be
 * read: it was damaged or changed outside of Membrane. Other scopes are not concerned.
 */
public final class UnreadableScopeException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String scope;
  private final String reason;
  private final boolean isOfOtherKey;

  /**
   * Names the scope and the reason.
   *
   * @param scope null: what has none
   * @param reason for callers and operators, in one line and without secrets
   * @param isOfOtherKey whether the store was opened with another key than this scope needs
   */
  public UnreadableScopeException(
      @Nullable String scope, String reason, boolean isOfOtherKey, @Nullable Throwable cause) {
    super(
        (scope == null ? "what has no scope" : "scope " + scope) + " cannot be written: " + reason,
        cause);
    this.scope = scope;
    this.reason = reason;
    this.isOfOtherKey = isOfOtherKey;
  }

  /** The scope; null: what has none. */
  public @Nullable String scope() {
    return scope;
  }

  /** Why it cannot be written. */
  public String reason() {
    return reason;
  }

  /** Whether nothing is damaged, and another key is needed. */
  public boolean isOfOtherKey() {
    return isOfOtherKey;
  }
}
