package dev.membrane.store.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server that can be shut: then connections break, and new ones are refused. */
final class Gate implements AutoCloseable {

  private final String host;
  private final int port;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final int ownPort;
  private ServerSocket listening;
  private Thread accepting;

  /** Has the port while nobody listens, so that no other test is given it. */
  private Socket keeping = new Socket();

  Gate(String host, int port) throws IOException {
    this.host = host;
    this.port = port;
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ownPort = listening.getLocalPort();
    accepting = accept(listening);
  }

  int port() {
    return ownPort;
  }

  /** How many connections there were. */
  int accepted() {
    return accepted.get();
  }

  void shut() throws IOException {
    stopListening();
    keeping = new Socket();
    keeping.setReuseAddress(true);
    keeping.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), ownPort));
    breakConnections();
  }

  /** The port is free once nobody waits for a connection to it. */
  private void stopListening() throws IOException {
    listening.close();
    try {
      accepting.join();
    } catch (InterruptedException stopped) {
      throw new InterruptedIOException();
    }
  }

  void breakConnections() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  void open() throws IOException {
    keeping.close();
    listening = new ServerSocket(ownPort, 50, InetAddress.getLoopbackAddress());
    accepting = accept(listening);
  }

  @Override
  public void close() {
    try {
      stopListening();
      keeping.close();
      breakConnections();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Thread accept(ServerSocket server) {
    return start(
        () -> {
          while (!server.isClosed()) {
            Socket near = server.accept();
            accepted.incrementAndGet();
            Socket far = new Socket(host, port);
            sockets.add(near);
            sockets.add(far);
            if (server.isClosed()) {
              breakConnections(); // It was on its way while the others were broken.
            }
            var unused = List.of(start(() -> copy(near, far)), start(() -> copy(far, near)));
          }
        });
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static Thread start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException shut) {
                // What the gate is for.
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
