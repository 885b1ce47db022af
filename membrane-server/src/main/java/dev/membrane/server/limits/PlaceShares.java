package dev.membrane.server.limits;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts places, such as those of connections or of calls under way, of which each holder may have
 * only a certain number. A holder is an address or a caller. Thread-safe.
 */
public final class PlaceShares {

  private final int max;
  private final int maxOfHolder;
  private final Map<String, Integer> byHolder = new HashMap<>();
  private int taken;

  /**
   * Places that nobody has yet.
   *
   * @param max of all holders together
   * @param maxOfHolder at most {@code max}
   */
  public PlaceShares(int max, int maxOfHolder) {
    this.max = max;
    this.maxOfHolder = maxOfHolder;
  }

  /**
   * Takes a place, if there is one for this holder.
   *
   * @param holder an address as {@link CallerAddress} gives it, or a caller as {@code
   *     Admission.account} names it
   * @return whether there was one
   */
  public synchronized boolean take(String holder) {
    if (taken >= max || hasShare(holder)) {
      return false;
    }
    taken++;
    byHolder.merge(holder, 1, Integer::sum);
    return true;
  }

  /** Whether a holder has as many places as it may. */
  synchronized boolean hasShare(String holder) {
    return byHolder.getOrDefault(holder, 0) >= maxOfHolder;
  }

  /** Gives back a place that was taken. */
  public synchronized void give(String holder) {
    taken--;
    byHolder.computeIfPresent(holder, (same, own) -> own == 1 ? null : own - 1);
  }
}
