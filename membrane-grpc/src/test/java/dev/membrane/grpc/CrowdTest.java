package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.grpc.v1.GetMetricsRequest;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What many may have of a server at once, before anybody asks for a key. */
@Timeout(120)
class CrowdTest {

  private static final String EVENT = "membrane.v1.MembraneService/IngestEvent";

  @RepeatedTest(5)
  void an_address_has_half_of_the_connections_and_a_closed_one_makes_room() throws Exception {
    long seed = Long.getLong("membrane.seed", System.nanoTime());
    System.out.println("CrowdTest: seed " + seed);
    Random random = new Random(seed);
    int half = 2 + random.nextInt(20);
    List<Socket> open = new ArrayList<>();
    try (Sockets sockets = new Sockets(new ConnectionLimit(2 * half))) {
      Server server =
          sockets
              .listening(
                  NettyServerBuilder.forAddress(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                      InsecureServerCredentials.create()))
              .build()
              .start();
      for (int step = 0; step < 3 * half; step++) {
        if (open.size() < half) {
          Socket next = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
          open.add(next);
          assertThat(isServed(next)).isTrue();
        } else if (random.nextBoolean()) {
          try (Socket tooMany = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
            assertThat(isServed(tooMany)).isFalse();
          }
        } else {
          open.remove(random.nextInt(open.size())).close();
          open.add(served(server.getPort()));
        }
      }
      for (Socket socket : open) {
        socket.close();
      }
      server.shutdownNow();
    }
  }

  /** The server knows a moment later that a connection is closed. */
  private static Socket served(int port) throws Exception {
    while (true) {
      Socket next = new Socket(InetAddress.getLoopbackAddress(), port);
      if (isServed(next)) {
        return next;
      }
      next.close();
    }
  }

  /** An HTTP/2 server speaks first, or closes. */
  private static boolean isServed(Socket socket) throws Exception {
    socket.setSoTimeout(30_000);
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketException closed) {
      return false;
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
        Status.Code next = answers.poll(60, TimeUnit.SECONDS);
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
