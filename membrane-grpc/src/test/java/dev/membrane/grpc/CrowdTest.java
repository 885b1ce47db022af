package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MetricsResponse;
import dev.membrane.schema.JsonString;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.Seed;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What many may have of a server at once, before anybody asks for a key. */
class CrowdTest {

  private static final String KEY = "a-key-that-is-long";
  private static final String EVENT = "membrane.v1.MembraneService/IngestEvent";

  @RepeatedTest(5)
  void an_address_has_half_of_the_connections_and_the_oldest_unknown_makes_room(TestInfo test)
      throws Exception {
    Random random = Seed.of(test);
    int half = 2 + random.nextInt(20);
    Deque<Socket> open = new ArrayDeque<>();
    try (Sockets sockets = new Sockets(new ConnectionLimit(2 * half))) {
      Server server = listening(sockets).build().start();
      for (int step = 0; step < 3 * half; step++) {
        Socket next = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        assertThat(isServed(next)).isTrue();
        open.add(next);
        if (open.size() > half) {
          assertThat(isClosed(open.remove())).isTrue();
        }
      }
      for (Socket socket : open) {
        assertThat(isWaiting(socket)).isTrue();
        socket.close();
      }
      server.shutdownNow();
    }
  }

  @Test
  void watches_without_a_key_keep_nobody_out_who_has_one() throws Exception {
    List<RawConnection> watching = new ArrayList<>();
    try (Membrane membrane =
            Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
        Sockets sockets = new Sockets(new ConnectionLimit(8))) {
      Server server = guarded(sockets, membrane);
      ManagedChannel before = channelTo(server);
      metrics(before);
      AtomicBoolean isLost = new AtomicBoolean();
      before.notifyWhenStateChanged(ConnectivityState.READY, () -> isLost.set(true));
      watch(server, 20, watching);
      ManagedChannel after = channelTo(server);
      metrics(after);
      watch(server, 20, watching);

      AttackTarget.await("the end of the first", () -> watching.get(0).isClosed());
      metrics(before);
      assertThat(isLost).isFalse();
      metrics(after);
      for (ManagedChannel channel : List.of(before, after)) {
        channel.shutdownNow();
      }
      server.shutdownNow();
    } finally {
      for (RawConnection connection : watching) {
        connection.close();
      }
    }
  }

  /** Health, and a service behind a gate that asks for a key. */
  private static Server guarded(Sockets sockets, Memory membrane) throws IOException {
    Config config = new Config(Map.of("api_key", new JsonString(KEY)));
    GateInterceptor check =
        new GateInterceptor(ConfiguredAccess.from(config).gate(membrane), new LateRefusals());
    return listening(sockets)
        .addService(new HealthStatusManager().getHealthService())
        .addService(ServerInterceptors.intercept(PlainService.made(), check))
        .build()
        .start();
  }

  /** Each on a connection of its own, one after the other. */
  private static void watch(Server server, int times, List<RawConnection> watching)
      throws IOException {
    for (int i = 0; i < times; i++) {
      RawConnection connection = new RawConnection(server.getPort());
      watching.add(connection);
      connection.begin(1, "grpc.health.v1.Health/Watch", Map.of());
      connection.data(1, RawConnection.announcing(0), true);
      AttackTarget.await("a watch", () -> connection.goingOn() == 1);
    }
  }

  private static ManagedChannel channelTo(Server server) {
    return Grpc.newChannelBuilder(
            "127.0.0.1:" + server.getPort(), InsecureChannelCredentials.create())
        .disableRetry()
        .build();
  }

  private static void metrics(ManagedChannel channel) {
    MetricsResponse unused =
        MembraneServiceGrpc.newBlockingStub(channel)
            .withCallCredentials(BearerToken.of(KEY))
            .getMetrics(GetMetricsRequest.getDefaultInstance());
  }

  private static NettyServerBuilder listening(Sockets sockets) {
    return sockets.listening(
        NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            InsecureServerCredentials.create()));
  }

  /** An HTTP/2 server speaks first, or closes. */
  private static boolean isServed(Socket socket) throws Exception {
    socket.setSoTimeout(300_000);
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketException closed) {
      return false;
    }
  }

  /** Reads what was sent before. */
  private static boolean isClosed(Socket socket) throws Exception {
    try {
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketException closed) {
      return true;
    }
  }

  private static boolean isWaiting(Socket socket) throws Exception {
    socket.setSoTimeout(1);
    try {
      while (socket.getInputStream().read() >= 0) {
        // What was sent before.
      }
      return false;
    } catch (SocketTimeoutException open) {
      return true;
    }
  }

  @Test
  void a_connection_that_resets_its_calls_without_end_is_closed() throws Exception {
    try (TestServer server = TestServer.start();
        RawConnection connection = new RawConnection(server.port())) {
      int resets = 0;
      try {
        while (!connection.isClosed() && resets < 12_000) {
          connection.begin(2 * resets + 1, EVENT, Map.of());
          connection.reset(2 * resets + 1);
          resets++;
        }
      } catch (IOException closed) {
        assertThat(resets).isPositive();
      }
      while (!connection.isClosed()) {
        Thread.sleep(1);
      }
      assertThatCode(() -> server.client().getMetrics(GetMetricsRequest.getDefaultInstance()))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void watches_of_an_address_are_bounded_and_asking_once_is_always_answered() throws Exception {
    try (TestServer server = TestServer.start()) {
      BlockingQueue<Status.Code> answers = new LinkedBlockingQueue<>();
      for (int connection = 0; connection < 3; connection++) {
        var client = HealthGrpc.newStub(server.channel());
        for (int i = 0; i < 200; i++) {
          client.watch(HealthCheckRequest.getDefaultInstance(), noting(answers));
        }
      }
      List<Status.Code> all = new ArrayList<>();
      while (all.size() < 600) {
        Status.Code next = answers.poll(5, TimeUnit.MINUTES);
        assertThat(next).isNotNull();
        all.add(next);
      }
      assertThat(all).filteredOn(code -> code == Status.Code.OK).hasSize(512);
      assertThat(all).filteredOn(code -> code == Status.Code.RESOURCE_EXHAUSTED).hasSize(88);
      assertThat(
              HealthGrpc.newBlockingStub(server.channel())
                  .check(HealthCheckRequest.getDefaultInstance())
                  .getStatus())
          .isEqualTo(ServingStatus.SERVING);
    }
  }

  private static StreamObserver<HealthCheckResponse> noting(BlockingQueue<Status.Code> answers) {
    return new StreamObserver<>() {
      @Override
      public void onNext(HealthCheckResponse status) {
        answers.add(Status.Code.OK);
      }

      @Override
      public void onError(Throwable refused) {
        Status.Code code = Status.fromThrowable(refused).getCode();
        if (code == Status.Code.RESOURCE_EXHAUSTED) {
          answers.add(code);
        }
      }

      @Override
      public void onCompleted() {}
    };
  }
}
