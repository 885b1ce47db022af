package dev.membrane.spi;

import dev.membrane.schema.MembraneException;

/**
 * A model does not answer, or its answer cannot be used. The message says why, for the operator,
 * without secrets and without the request.
 */
public final class ModelException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final FailureKind kind;

  private enum FailureKind {
    TEMPORARY,
    PERMANENT,
    REFUSED
  }

  private ModelException(String message, Throwable cause, FailureKind kind) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * A failure after which another try may succeed: a time-out, an overload, a rate limit. The
   * implementation itself has tried more than once.
   */
  public static ModelException temporary(String message, Throwable cause) {
    return new ModelException(message, cause, FailureKind.TEMPORARY);
  }

  /** A failure because of this request, which will fail again: a refused text, no usable answer. */
  public static ModelException permanent(String message, Throwable cause) {
    return new ModelException(message, cause, FailureKind.PERMANENT);
  }

  /**
   * A refusal of every request: a wrong key, an unknown model, an account without credit, a limit
   * that holds for long. Another try does not help until something has changed. The request itself
   * is not at fault, so the caller leaves the waiting work as it is and tries again later, such as
   * at the next run.
   */
  public static ModelException refused(String message, Throwable cause) {
    return new ModelException(message, cause, FailureKind.REFUSED);
  }

  /** Whether the same request may succeed later by itself. */
  public boolean isTemporary() {
    return kind == FailureKind.TEMPORARY;
  }

  /** Whether this request will always fail, while others may succeed. */
  public boolean isPermanent() {
    return kind == FailureKind.PERMANENT;
  }

  /** Whether every other request would be refused, too. */
  public boolean isRefusal() {
    return kind == FailureKind.REFUSED;
  }
}
