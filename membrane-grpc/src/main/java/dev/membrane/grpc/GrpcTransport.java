package dev.membrane.grpc;

import dev.membrane.protocol.MembraneCalls;
import dev.membrane.server.Gate;
import dev.membrane.server.StartException;
import dev.membrane.server.TlsFiles;
import dev.membrane.server.Transport;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The gRPC server: Membrane's service, health and reflection on one port. Thread-safe. */
final class GrpcTransport implements Transport {

  /** Further calls of one connection wait at the client, as HTTP/2 provides for. */
  private static final int MAX_CALLS_PER_CONNECTION = 256;

  /**
   * What arrives of requests is kept outside of the heap until they are decoded, as answers are. A
   * frame that was read in two pieces keeps several times as much as it has.
   */
  private static final long MAX_ARRIVING_BYTES =
      Math.max(
          MembraneCalls.MAX_REQUEST_BYTES,
          Math.min(Runtime.getRuntime().maxMemory() / 8, PlatformDependent.maxDirectMemory() / 6));

  private static final Duration REQUESTS_ARRIVE_WITHIN = Duration.ofSeconds(60);

  /**
   * A connection with all the calls that it may have open costs up to two megabytes, little of
   * which anything else counts.
   */
  private static final int MAX_CONNECTIONS =
      (int) Math.max(128, Math.min(4_096, Runtime.getRuntime().maxMemory() >> 21));

  /** What a client may send of a call before anybody has read it. */
  private static final int WINDOW_BYTES = 256 * 1024;

  /** A client that gives up its calls as fast as it makes them is sent away. */
  private static final int MAX_RESETS = 1_000;

  private static final Duration RESETS_COUNTED_OVER = Duration.ofSeconds(30);
  private static final Duration CONNECTIONS_SPEAK_WITHIN = Duration.ofSeconds(10);
  private static final Duration IDLE_CONNECTIONS_STAY = Duration.ofMinutes(5);
  private static final Duration PING_IDLE_CLIENTS_AFTER = Duration.ofMinutes(2);
  private static final Duration PINGS_ACCEPTED_EVERY = Duration.ofSeconds(30);
  private static final Duration READINESS_PERIOD = Duration.ofSeconds(5);
  private static final Duration FORCED = Duration.ofSeconds(1);

  private final GrpcConfig config;
  private final GuardedServices services;
  private final Duration grace;
  private final HealthStatusManager health = new HealthStatusManager();
  private final Readiness readiness;
  private final GrpcThreads threads = new GrpcThreads();
  private final InboundLimiter arrivals =
      new InboundLimiter(MAX_ARRIVING_BYTES, REQUESTS_ARRIVE_WITHIN, System::nanoTime);
  private final CallLimit limit = new CallLimit(Transport.MAX_CALLS, threads, arrivals);
  private final TimeoutCheck timeouts = new TimeoutCheck();
  private final Sockets sockets = new Sockets(new ConnectionLimit(MAX_CONNECTIONS));
  private @Nullable Server server;

  /**
   * A transport that is not started yet.
   *
   * @param grace how long calls under way may take to finish after {@link #close()}
   */
  GrpcTransport(GrpcConfig config, GuardedServices services, Gate gate, Duration grace) {
    this.config = config;
    this.services = services;
    this.grace = grace;
    this.readiness = new Readiness(gate::check, health);
  }

  @Override
  public synchronized String start() {
    Server starting = build();
    try {
      starting.start();
    } catch (IOException failed) {
      close();
      throw new StartException(
          "listen_addr: cannot listen on " + config.address() + ": " + reason(failed), failed);
    }
    server = starting;
    arrivals.start();
    readiness.start(READINESS_PERIOD);
    return config.summary(starting.getPort());
  }

  private Server build() {
    return builder()
        .addServices(
            services.around(
                health.getHealthService(), limit, timeouts, arrivals, threads.writing()))
        .addStreamTracerFactory(timeouts)
        .addStreamTracerFactory(arrivals)
        // On the thread of the connection a call only finds out which threads it belongs to.
        .directExecutor()
        .callExecutor(limit)
        .maxInboundMessageSize(MembraneCalls.MAX_REQUEST_BYTES)
        .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
        .flowControlWindow(WINDOW_BYTES)
        .maxRstFramesPerWindow(MAX_RESETS, (int) RESETS_COUNTED_OVER.toSeconds())
        .handshakeTimeout(CONNECTIONS_SPEAK_WITHIN.toSeconds(), TimeUnit.SECONDS)
        .maxConnectionIdle(IDLE_CONNECTIONS_STAY.toSeconds(), TimeUnit.SECONDS)
        .keepAliveTime(PING_IDLE_CLIENTS_AFTER.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveTime(PINGS_ACCEPTED_EVERY.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .build();
  }

  private NettyServerBuilder builder() {
    TlsFiles tls = config.tls();
    ServerCredentials credentials =
        tls == null ? InsecureServerCredentials.create() : credentials(tls);
    try {
      return sockets.listening(
          NettyServerBuilder.forAddress(config.address().socket(), credentials));
    } catch (IllegalArgumentException unusable) {
      throw TlsFiles.unusable(unusable);
    }
  }

  private static ServerCredentials credentials(TlsFiles files) {
    files.check();
    File clientCa = files.clientCa();
    try {
      TlsServerCredentials.Builder tls =
          TlsServerCredentials.newBuilder().keyManager(files.certificate(), files.key());
      if (clientCa != null) {
        tls.trustManager(clientCa).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
      }
      return tls.build();
    } catch (IOException | IllegalArgumentException fault) {
      throw TlsFiles.unusable(fault);
    }
  }

  @Override
  public synchronized void close() {
    readiness.close();
    if (server != null) {
      server.shutdown();
      services.stopStreams();
      if (!terminated(server, grace)) {
        server.shutdownNow();
        terminated(server, FORCED);
      }
    }
    arrivals.close();
    services.close();
    threads.close();
    sockets.close();
  }

  private static boolean terminated(Server server, Duration within) {
    try {
      return server.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The innermost cause says it in the words of the operating system. */
  private static String reason(Throwable failed) {
    String text = String.valueOf(StartException.innermost(failed).getMessage());
    return text.substring(text.lastIndexOf(": ") + 1).trim();
  }
}
