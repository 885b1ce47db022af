package dev.membrane.grpc;

import java.util.HashMap;
import java.util.Map;

/** Counts places, of which each address may hold only a certain number. Thread-safe. */
final class AddressShares {

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
  AddressShares(int max, int maxOfAddress) {
    this.max = max;
    this.maxOfAddress = maxOfAddress;
  }

  /** Takes a place, if there is one for this address. */
  synchronized boolean take(String address) {
    int own = byAddress.getOrDefault(address, 0);
    if (taken >= max || own >= maxOfAddress) {
      return false;
    }
    taken++;
    byAddress.put(address, own + 1);
    return true;
  }

  /** Gives back a place that was taken. */
  synchronized void give(String address) {
    taken--;
    byAddress.computeIfPresent(address, (same, own) -> own == 1 ? null : own - 1);
  }
}
