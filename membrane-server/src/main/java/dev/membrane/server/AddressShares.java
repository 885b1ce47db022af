package dev.membrane.server;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts places, such as those of connections, of which each address may hold only a certain
 * number. Thread-safe.
 */
public final class AddressShares {

  private static final int SHARES_OF_CONNECTIONS = 2;

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
   * Places for the connections of a transport, of which no address may have more than half.
   *
   * @param max connections at once
   */
  public static AddressShares ofConnections(int max) {
    return new AddressShares(max, max / SHARES_OF_CONNECTIONS);
  }

  /**
   * Takes a place, if there is one for this address.
   *
   * @param address as {@link CallerAddress} gives it
   * @return whether there was one
   */
  public synchronized boolean take(String address) {
    int own = byAddress.getOrDefault(address, 0);
    if (taken >= max || own >= maxOfAddress) {
      return false;
    }
    taken++;
    byAddress.put(address, own + 1);
    return true;
  }

  /** Gives back a place that was taken. */
  public synchronized void give(String address) {
    taken--;
    byAddress.computeIfPresent(address, (same, own) -> own == 1 ? null : own - 1);
  }
}
