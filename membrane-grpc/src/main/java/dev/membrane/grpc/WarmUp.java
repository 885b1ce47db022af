package dev.membrane.grpc;

import dev.membrane.protocol.DaemonThreads;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.SimpleChannelInboundHandler;
import io.grpc.netty.shaded.io.netty.channel.local.LocalAddress;
import io.grpc.netty.shaded.io.netty.channel.local.LocalChannel;
import io.grpc.netty.shaded.io.netty.channel.local.LocalIoHandler;
import io.grpc.netty.shaded.io.netty.channel.local.LocalServerChannel;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes one call to a server of the same kind that only this process can reach, so that the classes
 * for the first real call are loaded before it comes.
 */
final class WarmUp {

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int SETTINGS = 4;
  private static final int HEADERS = 1;
  private static final int DATA = 0;
  private static final int END_HEADERS = 4;
  private static final int END_STREAM = 1;
  private static final int EMPTY_MESSAGE_BYTES = 5;
  private static final int FRAME_HEAD = 9;
  private static final long PATIENCE_SECONDS = 5;

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(
          2, new DaemonThreads("grpc-warm-up"), LocalIoHandler.newFactory());

  private final LocalAddress here = new LocalAddress("membrane-warm-up");
  private final CountDownLatch answer = new CountDownLatch(1);

  private WarmUp() {}

  static void run() {
    WarmUp one = new WarmUp();
    Server server = one.server();
    try {
      server.start();
      one.call();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      server.shutdownNow();
      var unused = one.threads.shutdownGracefully();
    }
  }

  private Server server() {
    return NettyServerBuilder.forAddress(here, InsecureServerCredentials.create())
        .channelType(LocalServerChannel.class)
        .bossEventLoopGroup(threads)
        .workerEventLoopGroup(threads)
        .directExecutor()
        .addService(new HealthStatusManager().getHealthService())
        .build();
  }

  private void call() throws InterruptedException {
    Channel client =
        new Bootstrap()
            .group(threads)
            .channel(LocalChannel.class)
            .handler(new Listening())
            .connect(here)
            .sync()
            .channel();
    var unusedWrite = client.writeAndFlush(request());
    if (!answer.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no answer");
    }
    var unusedClose = client.close();
  }

  private static ByteBuf request() {
    ByteBuf headers = Unpooled.buffer();
    header(headers, ":method", "POST");
    header(headers, ":scheme", "http");
    header(headers, ":path", "/grpc.health.v1.Health/Check");
    header(headers, ":authority", "localhost");
    header(headers, "te", "trailers");
    header(headers, "content-type", "application/grpc");
    ByteBuf all = Unpooled.buffer();
    all.writeCharSequence(PREFACE, StandardCharsets.US_ASCII);
    frame(all, SETTINGS, 0, 0, Unpooled.EMPTY_BUFFER);
    frame(all, HEADERS, END_HEADERS, 1, headers);
    frame(all, DATA, END_STREAM, 1, Unpooled.buffer().writeZero(EMPTY_MESSAGE_BYTES));
    return all;
  }

  /** A literal header without indexing, by RFC 7541, 6.2.2. */
  private static void header(ByteBuf to, String name, String value) {
    to.writeByte(0);
    to.writeByte(name.length()).writeCharSequence(name, StandardCharsets.US_ASCII);
    to.writeByte(value.length()).writeCharSequence(value, StandardCharsets.US_ASCII);
  }

  private static void frame(ByteBuf to, int type, int flags, int stream, ByteBuf payload) {
    to.writeMedium(payload.readableBytes()).writeByte(type).writeByte(flags).writeInt(stream);
    to.writeBytes(payload);
  }

  /** Waits for the frame that ends the stream, however the network has cut the answer up. */
  private final class Listening extends SimpleChannelInboundHandler<ByteBuf> {

    private final ByteBuf received = Unpooled.buffer();

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf part) {
      received.writeBytes(part);
      while (hasFrame()) {
        int length = received.readMedium();
        int type = received.readByte();
        int flags = received.readByte();
        received.skipBytes(Integer.BYTES + length);
        if (type == HEADERS && (flags & END_STREAM) != 0) {
          answer.countDown();
        }
      }
    }

    private boolean hasFrame() {
      int readable = received.readableBytes();
      return readable >= FRAME_HEAD
          && readable >= FRAME_HEAD + received.getMedium(received.readerIndex());
    }
  }
}
