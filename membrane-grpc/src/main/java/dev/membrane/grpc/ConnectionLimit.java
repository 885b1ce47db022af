package dev.membrane.grpc;

import dev.membrane.protocol.OverloadException;
import dev.membrane.server.limits.CallerAddress;
import dev.membrane.server.limits.ConnectionShares;
import dev.membrane.server.limits.ConnectionShares.ConnectionPlace;
import dev.membrane.server.limits.ConnectionShares.OpenConnection;
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
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections, including those that have not sent anything yet, as {@link
 * ConnectionShares} says. This handler also closes a connection for whose bytes there is no memory,
 * before the library can send details of its inner state to the peer. Thread-safe.
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
    NettyConnection watched = new NettyConnection(connection);
    ConnectionPlace place = places.take(address, watched);
    if (place == null) {
      LOG.debug("a connection too many from {}", address);
      connection.unsafe().closeForcibly();
      return;
    }
    Ends ends = new Ends(connection.remoteAddress(), connection.localAddress());
    byEnds.put(ends, place);
    var unused = connection.closeFuture().addListener(closed -> leave(ends, place));
    connection.pipeline().addLast(watched);
    context.fireChannelRead(message);
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

  /**
   * The connection of an admitted call belongs to its caller.
   *
   * @throws OverloadException if there is no place for it
   */
  static void keepFor(ServerCall<?, ?> admitted, String account) {
    ConnectionPlace place = admitted.getAttributes().get(PLACE);
    if (place != null && !place.keep(account)) {
      throw OverloadException.tooManyConnections();
    }
  }

  /** The connection of a call does not rest while these threads have work for it. */
  static Executor working(ServerCall<?, ?> call, Executor threads) {
    ConnectionPlace place = call.getAttributes().get(PLACE);
    return place == null ? threads : place.working(threads);
  }

  /** What tells a connection from all others that are open. */
  private record Ends(@Nullable SocketAddress remote, @Nullable SocketAddress local) {}

  /** Stands before the library's own handlers, where what is read, or thrown then, comes first. */
  private static final class NettyConnection extends ChannelInboundHandlerAdapter
      implements OpenConnection {

    private final Channel channel;
    private volatile long readAt = System.nanoTime();

    NettyConnection(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void close() {
      LOG.debug("closed for others: {}", channel);
      channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
    }

    @Override
    public long quietNanos() {
      return System.nanoTime() - readAt;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      readAt = System.nanoTime();
      context.fireChannelRead(message);
    }

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
