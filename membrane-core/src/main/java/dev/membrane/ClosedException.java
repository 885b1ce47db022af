package dev.membrane;

import dev.membrane.schema.MembraneException;

/** The memory was closed, or the stream that was to be sent to. */
public final class ClosedException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** A call after the memory was closed. */
  public ClosedException() {
    super("the memory is closed");
  }

  private ClosedException(String text) {
    super(text);
  }

  /** A piece that was sent after its stream was closed. */
  public static ClosedException ofStream() {
    return new ClosedException("the stream is closed");
  }
}
