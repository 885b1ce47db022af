package dev.membrane.grpc;

import dev.membrane.server.AddressShares;
import dev.membrane.server.CallerAddress;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections, including those that have not sent anything yet. No address may have more
 * than half of them, and one too many is closed at once. This handler also closes a connection for
 * whose bytes there is no memory, before the library can send details of its inner state to the
 * peer. Thread-safe.
 */
@Sharable
final class ConnectionLimit extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimit.class);

  private final AddressShares places;

  /**
   * A limit that nobody has used yet.
   *
   * @param max connections at once
   */
  ConnectionLimit(int max) {
    this.places = AddressShares.ofConnections(max);
  }

  /** What a listening channel reads are connections. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    Channel connection = (Channel) message;
    String address = CallerAddress.of(connection.remoteAddress());
    if (!places.take(address)) {
      LOG.debug("a connection too many from {}", address);
      connection.unsafe().closeForcibly();
      return;
    }
    var unused = connection.closeFuture().addListener(closed -> places.give(address));
    connection.pipeline().addLast(new Faults());
    context.fireChannelRead(message);
  }

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
