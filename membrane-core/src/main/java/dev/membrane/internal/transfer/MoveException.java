package dev.membrane.internal.transfer;

import dev.membrane.schema.MembraneException;

/** An export or import failed. The message is one line for the operator. */
public final class MoveException extends MembraneException {

  private static final long serialVersionUID = 1L;

  MoveException(String message) {
    super(message);
  }

  MoveException(String message, Throwable cause) {
    super(message, cause);
  }

  static MoveException inLine(long line, String message) {
    return new MoveException("line " + line + " " + message);
  }
}
