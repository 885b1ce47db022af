package dev.membrane.grpc;

import dev.membrane.protocol.DaemonThreads;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * The sockets of the server: who may connect, and how much is read at once. They have threads of
 * their own, since grpc-java can be given a channel type only together with the threads for it.
 * Thread-safe.
 */
final class Sockets implements AutoCloseable {

  /** What a short frame can keep from being used again is the buffer that it was read into. */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int LEAST_READ_BYTES = 64;
  private static final int FIRST_READ_BYTES = 2 * 1024;

  private final ConnectionLimit limit;
  private final EventLoopGroup accepting;
  private final EventLoopGroup serving;

  Sockets(ConnectionLimit limit) {
    this.limit = limit;
    this.accepting = threads("grpc-accept", 1);
    this.serving = threads("grpc-io", Math.max(2, Runtime.getRuntime().availableProcessors()));
  }

  /** A server on these sockets. */
  NettyServerBuilder listening(NettyServerBuilder server) {
    return server
        .addTransportFilter(limit.filter())
        .channelFactory(this::channel)
        .bossEventLoopGroup(accepting)
        .workerEventLoopGroup(serving)
        .withChildOption(
            ChannelOption.RECVBUF_ALLOCATOR,
            new AdaptiveRecvByteBufAllocator(LEAST_READ_BYTES, FIRST_READ_BYTES, MAX_READ_BYTES));
  }

  private ServerChannel channel() {
    ServerChannel channel =
        Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    channel.pipeline().addLast(limit);
    return channel;
  }

  private static EventLoopGroup threads(String name, int number) {
    IoHandlerFactory kind =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(number, new DaemonThreads(name), kind);
  }

  @Override
  public void close() {
    var unusedAccepting = accepting.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    var unusedServing = serving.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
