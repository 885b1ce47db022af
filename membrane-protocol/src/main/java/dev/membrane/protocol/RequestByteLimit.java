package dev.membrane.protocol;

import java.util.HashMap;
import java.util.Map;

/**
 * The bytes that all requests under way may hold together. A caller may hold half of them, and more
 * than that if no other caller holds any, or for a single request if there is room. However much a
 * caller holds, no more than its half counts against others, so at the worst half as much again is
 * held. The first 16 kB of a request are free, so that small calls are served whatever large ones
 * there are; how many calls there are is limited elsewhere. Thread-safe.
 */
public final class RequestByteLimit {

  /** Decoded, checked, encoded and bound to a statement, a request is there some ten times. */
  public static final long SHARE_OF_HEAP = Runtime.getRuntime().maxMemory() / 16;

  private static final int SHARES = 2;
  private static final long FREE = 16 * 1024;

  private final long max;
  private final long share;
  private final Map<String, Long> byCaller = new HashMap<>();
  private long held;

  /** Like {@link #held}, but of no caller more than its share. */
  private long shared;

  /** A limit of so many; none is held. */
  public RequestByteLimit(long max) {
    this.max = max;
    this.share = max / SHARES;
  }

  /**
   * What a new request holds: nothing.
   *
   * @param account whose share it is taken from, as {@link dev.membrane.server.Admission#account}
   *     says
   */
  public RequestBytes of(String account) {
    return new RequestBytes(account);
  }

  private boolean hasRoom(String account, long more, long own) {
    long before = byCaller.getOrDefault(account, 0L);
    if (before + more <= share) {
      return shared + more <= max;
    }
    boolean isAlone = before == held;
    return held == own || ((isAlone || before == own) && held + more <= max);
  }

  private void add(String account, long more) {
    long before = byCaller.getOrDefault(account, 0L);
    long after = before + more;
    if (after == 0) {
      byCaller.remove(account);
    } else {
      byCaller.put(account, after);
    }
    held += more;
    shared += Math.min(after, share) - Math.min(before, share);
  }

  private static long counted(long bytes) {
    return Math.max(0, bytes - FREE);
  }

  /** What one request holds. Thread-safe. */
  public final class RequestBytes {

    private final String account;
    private long bytes;

    private RequestBytes(String account) {
      this.account = account;
    }

    /**
     * Takes so many more, if there is room. A request that is alone always has room.
     *
     * @return whether there was room
     */
    public boolean take(long more) {
      synchronized (RequestByteLimit.this) {
        long own = counted(bytes);
        long counting = counted(bytes + more) - own;
        if (counting > 0 && !hasRoom(account, counting, own)) {
          return false;
        }
        force(more);
        return true;
      }
    }

    /** Takes so many in any case: what is there already cannot be refused. */
    public void force(long more) {
      synchronized (RequestByteLimit.this) {
        add(account, counted(bytes + more) - counted(bytes));
        bytes += more;
      }
    }

    /** Gives so many back. */
    public void give(long less) {
      force(-less);
    }

    /** Gives all back. */
    public void giveAll() {
      synchronized (RequestByteLimit.this) {
        force(-bytes);
      }
    }
  }
}
