package dev.membrane.server.limits;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The places of a transport's connections, of which no address may have more than half. Where none
 * is left for a new connection, the oldest one on which no call was admitted is closed for it: of
 * the same address, if that has its half, else of any. So callers without a key keep nobody out who
 * has one. Closing is bounded, as a new connection costs more than a refused one. Thread-safe.
 */
public final class ConnectionShares {

  private static final int SHARES = 2;
  private static final int MAX_CLOSED = 50;
  private static final long CLOSED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PlaceShares places;
  private final LongSupplier nanos;

  /** Those on which no call was admitted yet, the oldest first. */
  private final Set<ConnectionPlace> unknown = new LinkedHashSet<>();

  private long countedFrom;
  private int closed;

  /**
   * Places that nobody has yet.
   *
   * @param max connections at once, at least 2
   * @param nanos a clock that never goes back
   */
  public ConnectionShares(int max, LongSupplier nanos) {
    this.places = new PlaceShares(max, max / SHARES);
    this.nanos = nanos;
    this.countedFrom = nanos.getAsLong();
  }

  /**
   * Takes a place for a new connection.
   *
   * @param address as {@link CallerAddress} gives it
   * @param close closes the connection and does not wait; called at most once, on any thread
   * @return null: there is none, as known callers have them all, or 50 connections were closed for
   *     others within a second
   */
  public @Nullable ConnectionPlace take(String address, Runnable close) {
    ConnectionPlace taken = new ConnectionPlace(address, close);
    Optional<ConnectionPlace> leaving = Optional.empty();
    synchronized (this) {
      if (!places.take(address)) {
        leaving = mayClose() ? oldestUnknown(address) : Optional.empty();
        if (leaving.isEmpty()) {
          return null;
        }
        closed++;
        leaving.get().give();
        places.take(address);
      }
      unknown.add(taken);
    }
    leaving.ifPresent(one -> one.close.run());
    return taken;
  }

  private boolean mayClose() {
    long now = nanos.getAsLong();
    if (now - countedFrom >= CLOSED_WITHIN_NANOS) {
      countedFrom = now;
      closed = 0;
    }
    return closed < MAX_CLOSED;
  }

  private Optional<ConnectionPlace> oldestUnknown(String address) {
    boolean isOfAny = !places.hasShare(address);
    return unknown.stream().filter(one -> isOfAny || one.address.equals(address)).findFirst();
  }

  /** The place of one connection. */
  public final class ConnectionPlace {

    private final String address;
    private final Runnable close;
    private volatile boolean isKept;
    private boolean isGiven;

    private ConnectionPlace(String address, Runnable close) {
      this.address = address;
      this.close = close;
    }

    /** Keeps the place until it is given back, as a call on the connection was admitted. */
    public void keep() {
      if (!isKept) {
        synchronized (ConnectionShares.this) {
          unknown.remove(this);
        }
        isKept = true;
      }
    }

    /** Gives the place back, as the connection has ended. Doing so again does nothing. */
    public void give() {
      synchronized (ConnectionShares.this) {
        if (!isGiven) {
          isGiven = true;
          unknown.remove(this);
          places.give(address);
        }
      }
    }
  }
}
