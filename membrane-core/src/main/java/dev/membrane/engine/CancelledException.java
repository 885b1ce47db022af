package dev.membrane.engine;

/** Nobody waits for the answer: the caller is gone, or the time they gave is over. */
public final class CancelledException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public CancelledException() {
    super("the caller waits no longer");
  }
}
