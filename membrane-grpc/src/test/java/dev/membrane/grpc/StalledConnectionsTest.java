package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller whose calls stall on all the connections that its address may have, and others. */
class StalledConnectionsTest {

  private static final String STREAM = "membrane.v1.MembraneService/IngestStream";
  private static final String PRINCIPALS =
      """
      [{"name": "stalled", "api_key_sha256": "%s", "max_sensitivity": "low",
        "permissions": ["ingest"]},
       {"name": "stalled-too", "api_key_sha256": "%s", "max_sensitivity": "low",
        "permissions": ["ingest"]},
       {"name": "other", "api_key_sha256": "%s", "max_sensitivity": "low",
        "permissions": ["ingest", "admin"]}]
      """
          .formatted(
              Digest.of("stalled-key"), Digest.of("stalled-too-key"), Digest.of("other-key"));

  /** Of eight places callers of an address have three. */
  private final Sockets sockets = new Sockets(new ConnectionLimit(8));

  private final HookedStore store = new HookedStore();
  private final Membrane membrane = Membrane.builder().backgroundJobs(false).store(store).build();
  private final GrpcThreads threads = new GrpcThreads();
  private final InboundLimiter arrivals =
      new InboundLimiter(1 << 24, Duration.ofMinutes(5), System::nanoTime);
  private final CallLimit limit = new CallLimit(100, threads, arrivals);
  private final List<RawConnection> stalled = new ArrayList<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private GuardedServices services;
  private Server server;

  @BeforeEach
  void start() throws IOException {
    Config config = new Config(Map.of("principals", Json.value(PRINCIPALS)));
    services =
        new GuardedServices(
            ConfiguredAccess.from(config).gate(membrane), () -> "id", Observer.NONE, Tracer.NONE);
    server =
        sockets
            .listening(
                NettyServerBuilder.forAddress(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    InsecureServerCredentials.create()))
            .addServices(
                services.around(
                    new HealthStatusManager().getHealthService(),
                    limit,
                    new TimeoutCheck(),
                    arrivals,
                    threads.writing()))
            .addStreamTracerFactory(arrivals)
            .directExecutor()
            .callExecutor(limit)
            .build()
            .start();
  }

  @AfterEach
  void stop() throws IOException {
    for (RawConnection connection : stalled) {
      connection.close();
    }
    channels.forEach(ManagedChannel::shutdownNow);
    server.shutdownNow();
    services.close();
    arrivals.close();
    threads.close();
    sockets.close();
    membrane.close();
    store.close();
  }

  @Test
  void they_keep_nobody_else_out_and_take_no_place_of_others() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(isAdmitted(stream())).isTrue();
    }
    assertThat(isAdmitted(stream())).as("all places are its own").isFalse();

    ManagedChannel other = channel();
    metrics(other);
    AttackTarget.await("the end of the quietest", () -> stalled.get(0).isClosed());
    for (RawConnection connection : stalled.subList(1, 3)) {
      connection.awaitTaken();
    }

    AtomicBoolean isLost = new AtomicBoolean();
    other.notifyWhenStateChanged(ConnectivityState.READY, () -> isLost.set(true));
    for (int i = 0; i < 20; i++) {
      assertThat(isAdmitted(stream())).isFalse();
    }
    metrics(other);
    assertThat(isLost).isFalse();
  }

  @Test
  void two_callers_together_keep_nobody_out_either() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(isAdmitted(stream())).isTrue();
    }
    assertThat(isAdmitted(stream("stalled-too-key"))).isTrue();

    ManagedChannel other = channel();
    metrics(other);
    AttackTarget.await("the end of the quietest", () -> stalled.get(0).isClosed());
    AtomicBoolean isLost = new AtomicBoolean();
    other.notifyWhenStateChanged(ConnectivityState.READY, () -> isLost.set(true));
    for (int i = 0; i < 10; i++) {
      assertThat(isAdmitted(stream())).isFalse();
      assertThat(isAdmitted(stream("stalled-too-key"))).isFalse();
    }
    metrics(other);
    assertThat(isLost).isFalse();
  }

  @Test
  void who_has_all_places_is_told_so() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(isAdmitted(stream())).isTrue();
    }
    assertThatThrownBy(() -> ingest(channel(), "stalled-key"))
        .hasMessage("RESOURCE_EXHAUSTED: too many connections at once, try again later");
  }

  @Test
  void a_call_that_the_server_works_on_outlasts_them() throws Exception {
    CountDownLatch isWorking = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    store.beforeCommit(
        () -> {
          isWorking.countDown();
          await(goOn);
        });
    CompletableFuture<Void> worked =
        CompletableFuture.runAsync(() -> ingest(channel(), "stalled-key"));
    AttackTarget.await("work", () -> isWorking.getCount() == 0 || worked.isDone());
    for (int i = 0; i < 2; i++) {
      assertThat(isAdmitted(stream())).isTrue();
    }
    metrics(channel());
    AttackTarget.await("the end of the other", () -> stalled.get(0).isClosed());
    goOn.countDown();
    worked.get(5, TimeUnit.MINUTES);
  }

  /** A stream of a connection of its own, of which nothing is sent or read. */
  private RawConnection stream() throws IOException {
    return stream("stalled-key");
  }

  private RawConnection stream(String key) throws IOException {
    RawConnection connection = new RawConnection(server.getPort());
    stalled.add(connection);
    connection.begin(1, STREAM, Map.of("authorization", "Bearer " + key));
    return connection;
  }

  private static boolean isAdmitted(RawConnection connection) {
    AttackTarget.await("an answer", () -> connection.answered() == 1);
    return connection.goingOn() == 1;
  }

  private static void metrics(ManagedChannel channel) {
    assertThat(stub(channel, "other-key").getMetrics(GetMetricsRequest.getDefaultInstance()))
        .isNotNull();
  }

  private static void ingest(ManagedChannel channel, String key) {
    var unused =
        stub(channel, key)
            .ingestEvent(
                IngestEventRequest.newBuilder()
                    .setSource("a")
                    .setEventKind("k")
                    .setRef("r")
                    .setScope("s")
                    .setSummary("s")
                    .build());
  }

  private static MembraneServiceBlockingStub stub(ManagedChannel channel, String key) {
    return MembraneServiceGrpc.newBlockingStub(channel).withCallCredentials(BearerToken.of(key));
  }

  private ManagedChannel channel() {
    ManagedChannel channel =
        Grpc.newChannelBuilder("127.0.0.1:" + server.getPort(), InsecureChannelCredentials.create())
            .disableRetry()
            .build();
    channels.add(channel);
    return channel;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
