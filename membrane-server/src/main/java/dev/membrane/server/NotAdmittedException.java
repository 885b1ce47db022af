package dev.membrane.server;

import dev.membrane.schema.MembraneException;
import java.time.Duration;

/** A call was not admitted. The message is for the caller. */
public final class NotAdmittedException extends MembraneException {

  private static final long serialVersionUID = 1L;

  /** Why not. */
  public enum Reason {
    /** No key was shown, and one is needed. */
    KEY_MISSING,
    /** Nobody has the key that was shown, or several were shown. */
    KEY_UNKNOWN,
    /** While a call went on, the holder of its key got other rights. */
    KEY_CHANGED,
    /** The caller, or those at the same address with unknown keys, called too often. */
    TOO_MANY_CALLS
  }

  private final Reason reason;
  private final Duration delay;
  private final Duration retryAfter;

  /** A refusal that the caller is told at once. */
  public NotAdmittedException(Reason reason, String message) {
    this(reason, message, Duration.ZERO);
  }

  /**
   * A refusal.
   *
   * @param delay as {@link #delay} answers
   */
  public NotAdmittedException(Reason reason, String message, Duration delay) {
    this(reason, message, delay, Duration.ZERO);
  }

  private NotAdmittedException(Reason reason, String message, Duration delay, Duration retryAfter) {
    super(message);
    this.reason = reason;
    this.delay = delay;
    this.retryAfter = retryAfter;
  }

  /** A caller is over a limit, and within it again after this time. */
  public static NotAdmittedException tooManyCalls(String message, Duration retryAfter) {
    return new NotAdmittedException(Reason.TOO_MANY_CALLS, message, Duration.ZERO, retryAfter);
  }

  /** Why not. */
  public Reason reason() {
    return reason;
  }

  /**
   * How long the transport lets the caller wait for the answer; mostly zero. It slows whoever
   * guesses keys, so no thread should wait with them.
   */
  public Duration delay() {
    return delay;
  }

  /**
   * After what time the call is admitted, if the caller makes no other call meanwhile; zero for
   * reasons other than {@link Reason#TOO_MANY_CALLS}.
   */
  public Duration retryAfter() {
    return retryAfter;
  }

  /** Costs nothing: whoever guesses keys should cost little, and the trace says nothing. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
