package dev.membrane.http;

import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server. It binds its address at once. The rest starts with the first connection, so that
 * HTTP costs neither time nor memory where nobody uses it. Thread-safe.
 */
final class HttpTransport implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

  private final HttpSetup setup;
  private final HttpConfig config;
  private final CompletableFuture<Optional<JettyServer>> server = new CompletableFuture<>();
  private @Nullable FirstConnection first;

  /** A transport that is not started yet. */
  HttpTransport(HttpSetup setup) {
    this.setup = setup;
    this.config = setup.config();
  }

  @Override
  public synchronized String start() {
    TlsFiles files = config.tls();
    SSLContext tls = files == null ? null : files.context();
    FirstConnection awaited = listen();
    first = awaited;
    Thread thread = new Thread(() -> serve(awaited, tls), "http-start");
    thread.setDaemon(true);
    thread.start();
    int port = awaited.port();
    setup.endpoints().forEach(it -> it.opened(config.address().bound(port)));
    if (setup.pages().hasMetrics() && !config.address().isLoopback()) {
      LOG.warn("http_addr: metrics on {} ask for no key", config.address());
    }
    return config.summary(port) + (setup.pages().hasMetrics() ? ", with metrics" : "");
  }

  /** From here on who connects waits to be answered, and nobody else gets the address. */
  private FirstConnection listen() {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel.bind(config.address().socket());
        return new FirstConnection(channel);
      } catch (IOException failed) {
        channel.close();
        throw failed;
      }
    } catch (IOException failed) {
      close();
      throw new StartException(
          "http_addr: cannot listen on "
              + config.address()
              + ": "
              + StartException.innermost(failed).getMessage(),
          failed);
    }
  }

  private void serve(FirstConnection awaited, @Nullable SSLContext tls) {
    Optional<JettyServer> begun = Optional.empty();
    try {
      Optional<ServerSocketChannel> bound = awaited.await();
      if (bound.isPresent()) {
        JettyServer jetty = new JettyServer(setup, tls);
        jetty.serve(bound.get());
        begun = Optional.of(jetty);
      }
    } catch (IOException | RuntimeException failed) {
      LOG.error("http_addr: HTTP is not served", failed);
    } finally {
      server.complete(begun);
    }
  }

  @Override
  public synchronized void close() {
    if (first != null) {
      first.close();
      server.join().ifPresent(JettyServer::close);
    }
    setup.pages().close();
  }
}
