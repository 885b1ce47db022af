package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ByteLimitTest {

  private static final int MAX = 40_000;

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final HookedStore store = new HookedStore();
  private Membrane engine;
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    engine = Membrane.builder().backgroundJobs(false).store(store).build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerInterceptors.interceptForward(
                    ServerInterceptors.useInputStreamMessages(PlainService.made().bindService()),
                    new FailureInterceptor(new StatusMapping(() -> "id")),
                    OpenGate.check(engine),
                    new ByteLimit(MAX)))
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    released.countDown();
    channel.shutdownNow();
    server.shutdownNow();
    engine.close();
  }

  @Test
  void large_requests_that_are_too_many_are_refused_and_small_ones_are_not() throws Exception {
    Future<IngestResponse> underWay = holdOne();

    assertTooMany(MembraneServiceGrpc.newBlockingStub(channel), event(40_000));
    store.beforeCommit(() -> {});
    assertThat(ingest(event(10))).isTrue();

    released.countDown();
    assertThat(underWay.get().getRecord().isEmpty()).isFalse();
    awaitRoom();
  }

  @Test
  void what_is_compressed_counts_as_what_it_unpacks_to() throws Exception {
    Future<IngestResponse> underWay = holdOne();
    var gzip = MembraneServiceGrpc.newBlockingStub(channel).withCompression("gzip");

    assertTooMany(gzip, event(40_000));
    store.beforeCommit(() -> {});
    for (int i = 0; i < 40; i++) {
      assertThat(gzip.ingestEvent(event(10)).getRecord().isEmpty()).isFalse();
    }

    released.countDown();
    underWay.get();
    awaitRoom();
  }

  @Test
  void a_single_compressed_request_is_let_in_whatever_its_size() {
    assertThat(
            MembraneServiceGrpc.newBlockingStub(channel)
                .withCompression("gzip")
                .ingestEvent(event(90_000))
                .getRecord()
                .isEmpty())
        .isFalse();
  }

  @Test
  void a_single_request_is_let_in_whatever_its_size() {
    assertThat(ingest(event(90_000))).isTrue();
  }

  private Future<IngestResponse> holdOne() throws InterruptedException {
    store.beforeCommit(
        () -> {
          entered.countDown();
          try {
            released.await();
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        });
    Future<IngestResponse> call =
        MembraneServiceGrpc.newFutureStub(channel).ingestEvent(event(40_000));
    entered.await();
    return call;
  }

  private static void assertTooMany(
      MembraneServiceGrpc.MembraneServiceBlockingStub client, IngestEventRequest request) {
    assertRefused(
        () -> client.ingestEvent(request),
        Status.Code.RESOURCE_EXHAUSTED,
        "too many large requests at once, try again later");
  }

  private boolean ingest(IngestEventRequest request) {
    return !MembraneServiceGrpc.newBlockingStub(channel).ingestEvent(request).getRecord().isEmpty();
  }

  /** The room is given back a moment after the client has its answer. */
  private void awaitRoom() throws InterruptedException {
    RawClient client = new RawClient(channel);
    byte[] large = event(40_000).toByteArray();
    while (true) {
      try {
        client.call("membrane.v1.MembraneService/IngestEvent", large);
        return;
      } catch (StatusRuntimeException notYet) {
        Thread.sleep(1);
      }
    }
  }

  private static IngestEventRequest event(int size) {
    return IngestEventRequest.newBuilder()
        .setSource("a")
        .setEventKind("k")
        .setRef("r")
        .setSummary("x".repeat(size))
        .build();
  }
}
