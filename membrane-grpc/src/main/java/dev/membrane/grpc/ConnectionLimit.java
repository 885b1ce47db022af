package dev.membrane.grpc;

import dev.membrane.server.limits.CallerAddress;
import dev.membrane.server.limits.ConnectionShares;
import dev.membrane.server.limits.ConnectionShares.ConnectionPlace;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections, including those that have not sent anything yet. No address may have more
 * than half of them. For one too many, the oldest on which no call was admitted is closed, or, if
 * there is none, the new one. This handler also closes a connection for whose bytes there is no
 * memory, before the library can send details of its inner state to the peer. Thread-safe.
 */
@Sharable
final class ConnectionLimit extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);

  private static final Attributes.Key<ConnectionPlace> PLACE =
      Attributes.Key.create("membrane-place");

  private final ConnectionShares places;
  private final Map<Ends, ConnectionPlace> byEnds = new ConcurrentHashMap<>();

  /**
   * A limit that nobody has used yet.
   *
   * @param max connections at once
   */
  ConnectionLimit(int max) {
    this.places = new ConnectionShares(max, System::nanoTime);
  }

  /** What a listening channel reads are connections. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel connection = (Channel) message;
    String address = CallerAddress.of(connection.remoteAddress());
    ConnectionPlace place = places.take(address, () -> close(connection));
    if (place == null) {
      LOG.debug("a connection too many from {}", address);
      connection.unsafe().closeForcibly();
      return;
    }
    Ends ends = new Ends(connection.remoteAddress(), connection.localAddress());
    byEnds.put(ends, place);
    var unused = connection.closeFuture().addListener(closed -> leave(ends, place));
    connection.pipeline().addLast(new Faults());
    context.fireChannelRead(message);
  }

  private static void close(Channel connection) {
    LOG.debug("closed without an admitted call, for others: {}", connection);
    connection.eventLoop().execute(() -> connection.unsafe().close(connection.voidPromise()));
  }

  private void leave(Ends ends, ConnectionPlace place) {
    byEnds.remove(ends, place);
    place.give();
  }

  /** Has the calls of a connection know its place. */
  ServerTransportFilter filter() {
    return new ServerTransportFilter() {
      @Override
      public Attributes transportReady(Attributes attributes) {
        ConnectionPlace place =
            byEnds.get(
                new Ends(
                    attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
                    attributes.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR)));
        return place == null ? attributes : attributes.toBuilder().set(PLACE, place).build();
      }
    };
  }

  /** The connection of an admitted call is not closed for others. */
  static void keepFor(ServerCall<?, ?> admitted) {
    ConnectionPlace place = admitted.getAttributes().get(PLACE);
    if (place != null) {
      place.keep();
    }
  }

  /** What tells a connection from all others that are open. */
  private record Ends(@Nullable SocketAddress remote, @Nullable SocketAddress local) {}

  /** Stands before the library's own handlers, where what reading has thrown comes first. */
  private static final class Faults extends ChannelInboundHandlerAdapter {

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
      if (thrown instanceof IOException) {
        context.fireExceptionCaught(thrown);
        return;
      }
      LOG.warn("a connection was closed: {}", thrown.getMessage());
      context.channel().unsafe().close(context.channel().voidPromise());
    }
  }
}
