package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Memory;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.schema.JsonString;
import dev.membrane.server.Gate;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StartAndStopTest {

  private static final IngestEventRequest EVENT =
      IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  @Test
  void the_start_line_names_the_port_that_was_bound() {
    try (TestServer server = TestServer.start()) {
      assertThat(server.startLine())
          .matches("grpc on 127\\.0\\.0\\.1:\\d+, auth: none \\(loopback only\\), tls: off");
      assertThat(server.port()).isPositive();
    }
  }

  @Test
  void a_port_in_use_stops_the_start_with_one_line_that_names_the_address() {
    try (TestServer server = TestServer.start()) {
      String address = "127.0.0.1:" + server.port();
      assertThatThrownBy(() -> TestServer.start(Map.of("listen_addr", address)))
          .isInstanceOf(StartException.class)
          .hasMessage("listen_addr: cannot listen on " + address + ": Address already in use");
    }
  }

  @Test
  void an_address_of_another_machine_stops_the_start() {
    Map<String, String> settings =
        Map.of("listen_addr", "192.0.2.1:9820", "allow_insecure_remote", "true");
    assertThatThrownBy(() -> TestServer.start(settings))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("listen_addr: cannot listen on 192.0.2.1:9820: ");
  }

  @Test
  void closing_twice_or_without_a_start_does_nothing() {
    try (TestServer server = TestServer.start()) {
      server.stopServing();
      server.stopServing();
      transport(server.engine(), Duration.ofSeconds(1)).close();
    }
  }

  @Test
  void a_stop_lets_the_call_under_way_finish_and_refuses_new_ones() throws Exception {
    try (TestServer server = TestServer.start(blockingStore(), Map.of())) {
      Future<IngestResponse> underWay =
          MembraneServiceGrpc.newFutureStub(server.channel()).ingestEvent(EVENT);
      entered.await();
      CompletableFuture<Void> stop = CompletableFuture.runAsync(server::stopServing);
      awaitRefusal(server);
      assertThat(underWay).isNotDone();
      assertThat(stop).isNotDone();

      released.countDown();

      assertThat(underWay.get(5, TimeUnit.MINUTES).getRecord().isEmpty()).isFalse();
      stop.get(5, TimeUnit.MINUTES);
    }
  }

  @Test
  void a_stop_does_not_wait_for_ever() throws Exception {
    try (TestServer server = TestServer.start(blockingStore(), Map.of())) {
      GrpcTransport hasty = transport(server.engine(), Duration.ofMillis(50));
      Future<IngestResponse> underWay =
          MembraneServiceGrpc.newFutureStub(server.channel(hasty.start())).ingestEvent(EVENT);
      entered.await();

      hasty.close();

      assertThatThrownBy(() -> underWay.get(5, TimeUnit.MINUTES))
          .hasCauseInstanceOf(StatusRuntimeException.class);
      released.countDown();
    }
  }

  private HookedStore blockingStore() {
    HookedStore store = new HookedStore();
    store.beforeCommit(
        () -> {
          entered.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    return store;
  }

  /** A new connection is refused once the server has begun to stop. */
  private static void awaitRefusal(TestServer server) throws InterruptedException {
    RawClient client = new RawClient(server.channel());
    Status.Code code;
    do {
      // Without an id it is refused while the server takes calls, and never blocked by the store.
      code =
          Refusals.refusalOf(
                  () -> client.call("membrane.v1.MembraneService/GetHistory", new byte[0]))
              .getCode();
      TimeUnit.MILLISECONDS.sleep(5);
    } while (code == Status.Code.INVALID_ARGUMENT);
    assertThat(code).isEqualTo(Status.Code.UNAVAILABLE);
  }

  private static GrpcTransport transport(Memory engine, Duration grace) {
    Config settings = new Config(Map.of("listen_addr", new JsonString("127.0.0.1:0")));
    ConfiguredAccess access = ConfiguredAccess.from(settings);
    GrpcConfig config = GrpcConfig.from(settings, access);
    Gate gate = access.gate(engine);
    return new GrpcTransport(
        config, new GuardedServices(gate, () -> "id", Observer.NONE, Tracer.NONE), gate, grace);
  }
}
