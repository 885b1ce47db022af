package dev.membrane.http;

import dev.membrane.protocol.OverloadException;
import dev.membrane.server.limits.CallerAddress;
import dev.membrane.server.limits.ConnectionShares;
import dev.membrane.server.limits.ConnectionShares.ConnectionPlace;
import dev.membrane.server.limits.ConnectionShares.OpenConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Limits the connections, as {@link ConnectionShares} says. It also closes those that are too slow:
 * the first request must begin soon after the connection was opened, and the headers of each
 * request must be complete soon after their first byte. Thread-safe.
 */
final class ConnectionLimiter implements Connection.Listener {

  private static final long SPEAK_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ConnectionShares places;
  private final LongSupplier nanos;
  private final Map<Connection, IdleConnection> waiting = new ConcurrentHashMap<>();

  /**
   * No connections yet.
   *
   * @param max at once
   * @param nanos a clock that never goes back
   */
  ConnectionLimiter(int max, LongSupplier nanos) {
    this.places = new ConnectionShares(max, nanos);
    this.nanos = nanos;
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof ConnectionMetaData)) {
      return; // TLS, within which the connection is that counts.
    }
    String address = CallerAddress.of(connection.getEndPoint().getRemoteSocketAddress());
    ConnectionPlace place = places.take(address, new JettyConnection(connection.getEndPoint()));
    if (place == null) {
      connection.getEndPoint().close();
      return;
    }
    waiting.put(connection, new IdleConnection(connection, place, nanos.getAsLong()));
    if (!connection.getEndPoint().isOpen()) {
      onClosed(connection); // Another one has taken its place meanwhile.
    }
  }

  @Override
  public void onClosed(Connection connection) {
    IdleConnection gone = waiting.remove(connection);
    if (gone != null) {
      gone.place.give();
    }
  }

  /** The headers of a request are there. */
  void begins(Connection connection) {
    IdleConnection one = waiting.get(connection);
    if (one != null) {
      one.underWay = true;
    }
  }

  /**
   * A request was admitted: its connection belongs to the caller.
   *
   * @throws OverloadException if there is no place for it
   */
  void keep(Connection connection, String account) {
    IdleConnection one = waiting.get(connection);
    if (one != null && !one.place.keep(account)) {
      throw OverloadException.tooManyConnections();
    }
  }

  /** The connection does not rest while these threads have work for it. */
  Executor working(Connection connection, Executor threads) {
    IdleConnection one = waiting.get(connection);
    return one == null ? threads : one.place.working(threads);
  }

  /** A request was answered. */
  void ends(Connection connection) {
    IdleConnection one = waiting.get(connection);
    if (one != null) {
      one.rest();
    }
  }

  /** Closes those that are too slow. To be called about once in a second. */
  void sweep() {
    long now = nanos.getAsLong();
    for (Map.Entry<Connection, IdleConnection> one : waiting.entrySet()) {
      if (one.getValue().isTooSlow(now)) {
        one.getKey().getEndPoint().close();
      }
    }
  }

  /** A connection, perhaps within TLS. */
  private record JettyConnection(EndPoint end) implements OpenConnection {

    @Override
    public void close() {
      end.close();
    }

    @Override
    public long quietNanos() {
      EndPoint socket = end instanceof EndPoint.Wrapper tls ? tls.unwrap() : end;
      return socket instanceof IdleTimeout timed
          ? TimeUnit.MILLISECONDS.toNanos(timed.getIdleFor())
          : 0;
    }
  }

  /** What a connection does between requests. */
  private static final class IdleConnection {

    private final Connection connection;
    private final ConnectionPlace place;
    private volatile boolean underWay;
    private volatile long restingAt;
    private volatile long speakingSince;
    private volatile boolean isSpeaking = true;

    IdleConnection(Connection connection, ConnectionPlace place, long now) {
      this.connection = connection;
      this.place = place;
      this.speakingSince = now;
    }

    void rest() {
      restingAt = connection.getBytesIn();
      isSpeaking = false;
      underWay = false;
    }

    boolean isTooSlow(long now) {
      if (underWay) {
        return false;
      }
      if (!isSpeaking && connection.getBytesIn() > restingAt) {
        isSpeaking = true;
        speakingSince = now;
      }
      return isSpeaking && now - speakingSince > SPEAK_WITHIN_NANOS;
    }
  }
}
