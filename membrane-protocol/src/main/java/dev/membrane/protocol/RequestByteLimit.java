package dev.membrane.protocol;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all requests under way may hold together. Thread-safe. */
public final class RequestByteLimit {

  /** Decoded, checked, encoded and bound to a statement, a request is there some ten times. */
  public static final long SHARE_OF_HEAP = Runtime.getRuntime().maxMemory() / 16;

  private final long max;
  private final AtomicLong held = new AtomicLong();

  /** A limit of so many; none is held. */
  public RequestByteLimit(long max) {
    this.max = max;
  }

  /** Takes so many, if there is room. */
  public boolean take(long bytes) {
    return takeUpTo(max, bytes);
  }

  /**
   * Takes so many for a request that holds some already, if there is room. A request that is alone
   * always has room.
   */
  public boolean take(long bytes, long own) {
    return takeUpTo(Math.max(max, own + bytes), bytes);
  }

  private boolean takeUpTo(long most, long bytes) {
    return held.getAndUpdate(all -> all + bytes <= most ? all + bytes : all) + bytes <= most;
  }

  /** Takes so many in any case: what is there already cannot be refused. */
  public void force(long bytes) {
    held.addAndGet(bytes);
  }

  /** Gives so many back. */
  public void give(long bytes) {
    held.addAndGet(-bytes);
  }

  /** How many are held. */
  public long held() {
    return held.get();
  }
}
