package dev.membrane.spi;

import dev.membrane.schema.MembraneException;

/**
 * A model does not answer, or not with anything that can be used. Its message says why, for the
 * operator, without secrets and without what was asked.
 */
public final class ModelException extends MembraneException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  private enum Kind {
    TEMPORARY,
    PERMANENT,
    REFUSED
  }

  private ModelException(String message, Throwable cause, Kind kind) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * A failure that may be over when it is tried again: a time-out, an overload, a rate limit. The
   * implementation itself has tried more than once.
   */
  public static ModelException temporary(String message, Throwable cause) {
    return new ModelException(message, cause, Kind.TEMPORARY);
  }

  /**
   * A failure on what was asked, which will be the same again: a refused text, no usable answer.
   */
  public static ModelException permanent(String message, Throwable cause) {
    return new ModelException(message, cause, Kind.PERMANENT);
  }

  /**
   * A refusal of whoever asks, whatever they ask: a wrong key, an unknown model, an account without
   * means. To try again does not help until an operator has changed something, so it is no reason
   * to give up what was asked: whoever asks stops asking, leaves what waits as it is and asks again
   * later, such as at the next run.
   */
  public static ModelException refused(String message, Throwable cause) {
    return new ModelException(message, cause, Kind.REFUSED);
  }

  /** Whether the same may succeed later, without anybody doing anything. */
  public boolean isTemporary() {
    return kind == Kind.TEMPORARY;
  }

  /** Whether it is for good and the fault of what was asked, so that something else may succeed. */
  public boolean isPermanent() {
    return kind == Kind.PERMANENT;
  }

  /** Whether anything else that is asked would be refused too. */
  public boolean isRefusal() {
    return kind == Kind.REFUSED;
  }
}
