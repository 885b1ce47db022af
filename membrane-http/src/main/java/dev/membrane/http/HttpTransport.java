package dev.membrane.http;

import dev.membrane.protocol.CallFailures;
import dev.membrane.protocol.FaultIds;
import dev.membrane.server.Gate;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.MetricsPages;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import dev.membrane.spi.Observer;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server. Thread-safe. */
final class HttpTransport implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

  /** They read and write and never wait; calls have threads of their own. */
  private static final int MAX_THREADS = 16;

  private static final int MIN_THREADS = 4;
  private static final int MAX_HEADER_BYTES = 16 * 1024;
  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(60);

  /** After which a connection without a request is not waited for. */
  private static final long SHUTDOWN_IDLE_MILLIS = 100;

  private static final long GRACE_MILLIS = TimeUnit.SECONDS.toMillis(5);
  private static final long SWEEP_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private static final int MAX_CONNECTIONS =
      (int) Math.max(128, Math.min(4_096, Runtime.getRuntime().maxMemory() >> 18));

  private final HttpConfig config;
  private final Gate gate;
  private final Observer observer;
  private final Optional<MetricsPages> pages;
  private final List<HttpEndpoint> endpoints;
  private final CallThreads threads = new CallThreads();
  private final Connections connections = new Connections(MAX_CONNECTIONS, System::nanoTime);
  private final ExecutorService beginning =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "http-start");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable Server server;

  /**
   * A transport that is not started yet.
   *
   * @param pages for a monitoring, served without a key and closed with the transport
   * @param endpoints what other modules serve
   */
  HttpTransport(
      HttpConfig config,
      Gate gate,
      Observer observer,
      Optional<MetricsPages> pages,
      List<HttpEndpoint> endpoints) {
    this.endpoints = endpoints;
    this.pages = pages;
    this.config = config;
    this.gate = gate;
    this.observer = observer;
  }

  @Override
  public synchronized String start() {
    Server starting = newServer();
    ServerConnector connector = connector(starting);
    listen(connector);
    starting.addConnector(connector);
    CallFailures failures = new CallFailures(new FaultIds());
    GracefulHandler graceful =
        new GracefulHandler(
            new RequestHandler(
                config, gate, failures, observer, threads, connections, pages, endpoints));
    starting.setHandler(graceful);
    starting.setErrorHandler(new ErrorAnswers());
    server = starting;
    beginning.execute(() -> begin(starting, connector));
    endpoints.forEach(it -> it.opened(config.address().bound(connector.getLocalPort())));
    if (pages.isPresent() && !config.address().isLoopback()) {
      LOG.warn("http_addr: metrics on {} ask for no key", config.address());
    }
    return config.summary(connector.getLocalPort()) + (pages.isPresent() ? ", with metrics" : "");
  }

  /** From here on who connects waits to be answered, and nobody else gets the address. */
  private void listen(ServerConnector connector) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(config.address().socket());
      connector.open(channel);
    } catch (IOException failed) {
      close();
      throw new StartException(
          "http_addr: cannot listen on " + config.address() + ": " + reason(failed), failed);
    }
  }

  /** Beside the rest of the start, as the classes of the server take longer than the store. */
  private void begin(Server starting, ServerConnector connector) {
    try {
      starting.start();
      sweepLater(connector);
    } catch (Exception failed) {
      LOG.error("http_addr: HTTP is not served", failed);
      connector.close();
    }
  }

  /** A server of daemon threads that listens nowhere. */
  static Server newServer() {
    QueuedThreadPool pool = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    pool.setName("http");
    pool.setDaemon(true);
    pool.setReservedThreads(0);
    Server server = new Server(pool, new ScheduledExecutorScheduler("http-timer", true), null);
    server.setStopTimeout(GRACE_MILLIS);
    return server;
  }

  /** How HTTP is spoken. */
  static HttpConnectionFactory http() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MAX_HEADER_BYTES);
    http.addCustomizer(new SecureRequestCustomizer(false));
    return new HttpConnectionFactory(http);
  }

  private ServerConnector connector(Server starting) {
    HttpConnectionFactory http = http();
    TlsFiles tls = config.tls();
    ConnectionFactory[] protocols =
        tls == null
            ? new ConnectionFactory[] {http}
            : new ConnectionFactory[] {
              new SslConnectionFactory(ssl(tls), http.getProtocol()), http
            };
    ServerConnector connector = new ServerConnector(starting, null, null, null, 1, 1, protocols);
    connector.setIdleTimeout(IDLE_MILLIS);
    connector.setShutdownIdleTimeout(SHUTDOWN_IDLE_MILLIS);
    connector.addBean(connections);
    return connector;
  }

  private static SslContextFactory.Server ssl(TlsFiles tls) {
    SSLContext context = tls.context();
    SslContextFactory.Server ssl = new SslContextFactory.Server();
    ssl.setSslContext(context);
    ssl.setNeedClientAuth(tls.clientCa() != null);
    return ssl;
  }

  private void sweepLater(ServerConnector connector) {
    var unused =
        connector
            .getScheduler()
            .schedule(
                () -> {
                  connections.sweep();
                  if (connector.isRunning()) {
                    sweepLater(connector);
                  }
                },
                SWEEP_MILLIS,
                TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void close() {
    awaitBeginning();
    if (server != null) {
      stop(server);
    }
    threads.close();
    pages.ifPresent(MetricsPages::close);
  }

  /** What is half begun cannot be stopped. */
  private void awaitBeginning() {
    beginning.shutdown();
    try {
      boolean unused = beginning.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception failed) {
      if (failed instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("the HTTP server was not stopped", failed);
    }
  }

  /** The innermost cause says it in the words of the operating system. */
  private static String reason(Throwable failed) {
    Throwable cause = failed;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }
}
