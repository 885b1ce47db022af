package dev.membrane.server.limits;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The places of a transport's connections, of which no address may have more than half. An eighth
 * is left to those on which no call was admitted yet; where none is left for a new connection, the
 * oldest of them is closed for it: of the same address, if that has its half, else of any. So a
 * caller can always show its key. Closing is bounded, as a new connection costs more than a refused
 * one.
 *
 * <p>With its first admitted call a connection belongs to the caller. If all other places are
 * taken, the caller with the most of them loses one, unless it would then have fewer than the
 * caller that asks. Otherwise one that rests is closed: of the same caller, or of one with more. If
 * an address has its half, only its own connections are counted and closed. So whoever has less
 * than the places divided by their callers gets one more, and loses none. Thread-safe.
 */
public final class ConnectionShares {

  private static final int SHARES = 2;
  private static final int MAX_CLOSED = 50;
  private static final long CLOSED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long RESTS_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PlaceShares places;
  private final PlaceShares placesOfCallers;
  private final LongSupplier nanos;

  /** Those on which no call was admitted yet, the oldest first. */
  private final Set<ConnectionPlace> unknown = new LinkedHashSet<>();

  private final Set<ConnectionPlace> known = new LinkedHashSet<>();

  private long countedFrom;
  private int closed;

  /**
   * Places that nobody has yet.
   *
   * @param max connections at once, at least 4
   * @param nanos a clock that never goes back
   */
  public ConnectionShares(int max, LongSupplier nanos) {
    int ofCallers = max - Math.max(SHARES, max / 8);
    this.places = new PlaceShares(max, max / SHARES);
    this.placesOfCallers = new PlaceShares(ofCallers, ofCallers / SHARES);
    this.nanos = nanos;
    this.countedFrom = nanos.getAsLong();
  }

  /** A connection that is open. Thread-safe. */
  public interface OpenConnection {

    /** Closes it and does not wait; called at most once, on any thread. */
    void close();

    /** For how many nanoseconds nothing has moved on it. */
    long quietNanos();
  }

  /**
   * Takes a place for a new connection.
   *
   * @param address as {@link CallerAddress} gives it
   * @return null: there is none, as 50 connections were closed for others within a second
   */
  public @Nullable ConnectionPlace take(String address, OpenConnection connection) {
    ConnectionPlace taken = new ConnectionPlace(address, connection);
    Optional<ConnectionPlace> leaving = Optional.empty();
    synchronized (this) {
      if (!places.take(address)) {
        leaving = mayClose() ? among(unknown, places, address).findFirst() : Optional.empty();
        if (leaving.isEmpty()) {
          return null;
        }
        closed++;
        leaving.get().give();
        places.take(address);
      }
      unknown.add(taken);
    }
    leaving.ifPresent(one -> one.connection.close());
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

  /** Those whose place would be one for this address. */
  private static Stream<ConnectionPlace> among(
      Set<ConnectionPlace> all, PlaceShares full, String address) {
    boolean isOfAny = !full.hasShare(address);
    return all.stream().filter(one -> isOfAny || one.address.equals(address));
  }

  /** The one that leaves for another of this caller. Each makes the numbers of callers evener. */
  private Optional<ConnectionPlace> leavingFor(String account, String address) {
    List<ConnectionPlace> all = among(known, placesOfCallers, address).toList();
    Map<String, Integer> counts = new HashMap<>();
    all.forEach(one -> counts.merge(one.account, 1, Integer::sum));
    int own = counts.getOrDefault(account, 0);
    ToIntFunction<ConnectionPlace> held = one -> counts.getOrDefault(one.account, 0);
    int most = all.stream().mapToInt(held).max().orElse(0);
    Predicate<ConnectionPlace> isLeaving =
        most > own + 1
            ? one -> held.applyAsInt(one) == most
            : one -> one.isResting() && (held.applyAsInt(one) > own || one.isOf(account));
    return all.stream()
        .filter(isLeaving)
        .min(
            Comparator.comparing(ConnectionPlace::isWorkedFor)
                .thenComparing(one -> -one.quietNanos()));
  }

  /** The place of one connection. */
  public final class ConnectionPlace {

    private final String address;
    private final OpenConnection connection;
    private final AtomicInteger work = new AtomicInteger();
    private volatile long workedAt = nanos.getAsLong();
    private volatile boolean isKept;
    private String account = "";
    private boolean isGiven;

    private ConnectionPlace(String address, OpenConnection connection) {
      this.address = address;
      this.connection = connection;
    }

    /**
     * A call on the connection was admitted. With the first one the connection belongs to its
     * caller.
     *
     * @param caller as {@code Admission.account} names it
     * @return false: there is no place for it, so the call is to be refused
     */
    public boolean keep(String caller) {
      if (isKept) {
        return true;
      }
      Optional<ConnectionPlace> leaving = Optional.empty();
      synchronized (ConnectionShares.this) {
        if (isGiven || isKept) {
          return true;
        }
        if (!placesOfCallers.take(address)) {
          leaving = leavingFor(caller, address);
          if (leaving.isEmpty()) {
            return false;
          }
          leaving.get().give();
          placesOfCallers.take(address);
        }
        account = caller;
        isKept = true;
        unknown.remove(this);
        known.add(this);
      }
      leaving.ifPresent(one -> one.connection.close());
      return true;
    }

    /** These threads, with which the connection does not rest while they have work for it. */
    public Executor working(Executor threads) {
      return step -> {
        work.incrementAndGet();
        try {
          threads.execute(
              () -> {
                try {
                  step.run();
                } finally {
                  end();
                }
              });
        } catch (RejectedExecutionException full) {
          end();
          throw full;
        }
      };
    }

    private void end() {
      workedAt = nanos.getAsLong();
      work.decrementAndGet();
    }

    private boolean isOf(String caller) {
      return account.equals(caller);
    }

    private boolean isWorkedFor() {
      return work.get() > 0;
    }

    private boolean isResting() {
      return !isWorkedFor() && quietNanos() >= RESTS_AFTER_NANOS;
    }

    private long quietNanos() {
      return Math.min(connection.quietNanos(), nanos.getAsLong() - workedAt);
    }

    /** Gives the place back, as the connection has ended. Doing so again does nothing. */
    public void give() {
      synchronized (ConnectionShares.this) {
        if (!isGiven) {
          isGiven = true;
          unknown.remove(this);
          places.give(address);
          if (known.remove(this)) {
            placesOfCallers.give(address);
          }
        }
      }
    }
  }
}
