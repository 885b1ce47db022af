package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallLimitTest {

  private static final IngestEventRequest EVENT =
      IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final HookedStore store = new HookedStore();
  private Membrane engine;
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    engine = Membrane.builder().backgroundJobs(false).store(store).build();
    InboundLimiter arrivals =
        new InboundLimiter(1_000_000, Duration.ofMinutes(1), System::nanoTime);
    CallLimit limit = new CallLimit(2, (method, bytes) -> thread, arrivals);
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .directExecutor()
            .callExecutor(limit)
            .addService(
                ServerInterceptors.intercept(PlainService.made(), OpenGate.check(engine), limit))
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
    engine.close();
    thread.shutdownNow();
  }

  @Test
  void calls_above_the_limit_are_refused_until_others_are_done()
      throws InterruptedException, ExecutionException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    store.beforeCommit(() -> enter(entered, released));
    List<Future<IngestResponse>> underWay = new ArrayList<>();
    underWay.add(MembraneServiceGrpc.newFutureStub(channel).ingestEvent(EVENT));
    // What is called before there is a connection may be overtaken by what is called later.
    entered.await();
    underWay.add(MembraneServiceGrpc.newFutureStub(channel).ingestEvent(EVENT));
    // The second has no thread yet, and counts all the same as soon as it has arrived.
    awaitRefusal();

    assertRefused(
        () -> MembraneServiceGrpc.newBlockingStub(channel).ingestEvent(EVENT),
        Status.Code.RESOURCE_EXHAUSTED,
        "more than 2 calls at once, try again later");

    released.countDown();
    for (Future<IngestResponse> call : underWay) {
      assertThat(call.get().getRecord().isEmpty()).isFalse();
    }
    awaitPlace();
  }

  @Test
  void refused_and_failed_calls_give_their_place_back() throws InterruptedException {
    RawClient client = new RawClient(channel);
    for (int i = 0; i < 20; i++) {
      Refusals.refusalOf(() -> client.call("membrane.v1.MembraneService/GetHistory", new byte[0]));
      awaitPlace();
    }
  }

  private void awaitRefusal() throws InterruptedException {
    RawClient client = new RawClient(channel, CallOptions.DEFAULT);
    while (Refusals.refusalOf(
                () -> client.callWithin(100, "membrane.v1.MembraneService/GetHistory", new byte[0]))
            .getCode()
        != Status.Code.RESOURCE_EXHAUSTED) {
      Thread.sleep(1);
    }
  }

  /** The place is free a moment after the client has its answer. */
  private void awaitPlace() throws InterruptedException {
    RawClient client = new RawClient(channel);
    while (Refusals.refusalOf(
                () -> client.call("membrane.v1.MembraneService/GetHistory", new byte[0]))
            .getCode()
        != Status.Code.UNKNOWN) {
      Thread.sleep(1);
    }
  }

  private static void enter(CountDownLatch entered, CountDownLatch released) {
    entered.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
