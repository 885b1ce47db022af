package dev.membrane.http;

import dev.membrane.protocol.CallThreads;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
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

/** Jetty, set up for these calls, on threads that are daemons. Thread-safe. */
final class JettyServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

  /** They read and write and never wait; calls have threads of their own. */
  private static final int MAX_THREADS = 16;

  private static final int MIN_THREADS = 4;
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  /**
   * An id in a path may have any characters. A path here is compared as a whole, so that an encoded
   * slash leads nowhere.
   */
  private static final UriCompliance ANY_ID =
      UriCompliance.DEFAULT.with(
          "ANY_ID",
          Violation.AMBIGUOUS_PATH_SEPARATOR,
          Violation.AMBIGUOUS_PATH_ENCODING,
          Violation.SUSPICIOUS_PATH_CHARACTERS);

  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(60);

  /** After which a connection without a request is not waited for. */
  private static final long SHUTDOWN_IDLE_MILLIS = 100;

  private static final long SWEEP_MILLIS = TimeUnit.SECONDS.toMillis(1);

  private static final int MAX_CONNECTIONS =
      (int) Math.max(128, Math.min(4_096, Runtime.getRuntime().maxMemory() >> 18));

  private final CallThreads threads = new CallThreads("http");
  private final ConnectionLimiter connections =
      new ConnectionLimiter(MAX_CONNECTIONS, System::nanoTime);
  private final Server server;
  private final ServerConnector connector;
  private final RequestHandler handler;

  /**
   * A server that is not started yet.
   *
   * @param tls what TLS is made of; null: no TLS
   */
  JettyServer(HttpSetup setup, @Nullable SSLContext tls) {
    server = newServer(setup.grace());
    handler = new RequestHandler(setup, threads, connections);
    server.setHandler(new GracefulHandler(handler));
    server.setErrorHandler(new ErrorAnswers(handler.origins()));
    connector = new ServerConnector(server, null, null, null, 1, 1, protocols(setup.config(), tls));
    connector.setIdleTimeout(IDLE_MILLIS);
    connector.setShutdownIdleTimeout(SHUTDOWN_IDLE_MILLIS);
    connector.addBean(connections);
    server.addConnector(connector);
  }

  private static Server newServer(Duration grace) {
    QueuedThreadPool pool = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    pool.setName("http");
    pool.setDaemon(true);
    pool.setReservedThreads(0);
    Server server = new Server(pool, new ScheduledExecutorScheduler("http-timer", true), null);
    server.setStopTimeout(grace.toMillis());
    return server;
  }

  private static ConnectionFactory[] protocols(HttpConfig config, @Nullable SSLContext tls) {
    HttpConnectionFactory http = http();
    if (tls == null) {
      return new ConnectionFactory[] {http};
    }
    SslContextFactory.Server ssl = new SslContextFactory.Server();
    ssl.setSslContext(tls);
    ssl.setNeedClientAuth(config.needsClientCertificates());
    return new ConnectionFactory[] {new SslConnectionFactory(ssl, http.getProtocol()), http};
  }

  private static HttpConnectionFactory http() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MAX_HEADER_BYTES);
    http.setUriCompliance(ANY_ID);
    http.addCustomizer(new SecureRequestCustomizer(false));
    return new HttpConnectionFactory(http);
  }

  /**
   * Takes the connections of an address, also those that wait there already.
   *
   * @throws IOException if it cannot; then the address is given up
   */
  void serve(ServerSocketChannel bound) throws IOException {
    try {
      connector.open(bound);
      server.start();
      sweepLater();
    } catch (Exception failed) {
      bound.close();
      throw new IOException(failed);
    }
  }

  private void sweepLater() {
    var unused =
        connector
            .getScheduler()
            .schedule(
                () -> {
                  connections.sweep();
                  if (connector.isRunning()) {
                    sweepLater();
                  }
                },
                SWEEP_MILLIS,
                TimeUnit.MILLISECONDS);
  }

  /** Cuts the calls that are still under way after the grace. */
  @Override
  public void close() {
    try {
      handler.stopStreams();
      server.stop();
    } catch (TimeoutException longCalls) {
      LOG.warn(
          "HTTP calls were cut that did not finish within {} ms of the stop",
          server.getStopTimeout());
    } catch (Exception failed) {
      if (failed instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("the HTTP server was not stopped", failed);
    } finally {
      threads.closeNow();
    }
  }
}
