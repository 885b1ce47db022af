package dev.membrane.http;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;

/** Waits until somebody connects, without taking the connection. Thread-safe. */
final class FirstConnection implements AutoCloseable {

  private final ServerSocketChannel channel;
  private final Selector selector;
  private volatile boolean isClosed;

  /**
   * Of an address that is listened on.
   *
   * @throws IOException if it cannot be watched
   */
  FirstConnection(ServerSocketChannel channel) throws IOException {
    this.channel = channel;
    this.selector = Selector.open();
    channel.configureBlocking(false);
    SelectionKey unused = channel.register(selector, SelectionKey.OP_ACCEPT);
  }

  int port() {
    return channel.socket().getLocalPort();
  }

  /**
   * Waits; empty if it was closed before, and the address is given up then.
   *
   * @throws IOException if the address is no longer listened on
   */
  Optional<ServerSocketChannel> await() throws IOException {
    while (!isClosed && selector.select() == 0) {
      // Woken without a reason.
    }
    selector.close();
    if (isClosed) {
      channel.close();
      return Optional.empty();
    }
    channel.configureBlocking(true);
    return Optional.of(channel);
  }

  @Override
  public void close() {
    isClosed = true;
    selector.wakeup();
  }
}
