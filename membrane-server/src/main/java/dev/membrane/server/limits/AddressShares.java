package dev.membrane.server.limits;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts places, such as those of watches, of which each address may hold only a certain number, or
 * each caller, as {@code Admission.account} names it. Thread-safe.
 */
public final class AddressShares {

  private final int max;
  private final int maxOfAddress;
  private final Map<String, Integer> byAddress = new HashMap<>();
  private int taken;

  /**
   * Places that nobody has yet.
   *
   * @param max of all addresses together
   * @param maxOfAddress at most {@code max}
   */
  public AddressShares(int max, int maxOfAddress) {
    this.max = max;
    this.maxOfAddress = maxOfAddress;
  }

  /**
   * Takes a place, if there is one for this address.
   *
   * @param address as {@link CallerAddress} gives it
   * @return whether there was one
   */
  public synchronized boolean take(String address) {
    if (taken >= max || hasShare(address)) {
      return false;
    }
    taken++;
    byAddress.merge(address, 1, Integer::sum);
    return true;
  }

  /** Whether an address has as many places as it may. */
  synchronized boolean hasShare(String address) {
    return byAddress.getOrDefault(address, 0) >= maxOfAddress;
  }

  /** Gives back a place that was taken. */
  public synchronized void give(String address) {
    taken--;
    byAddress.computeIfPresent(address, (same, own) -> own == 1 ? null : own - 1);
  }
}
