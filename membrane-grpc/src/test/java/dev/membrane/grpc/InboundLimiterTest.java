package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.Seed;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class InboundLimiterTest {

  private static final String EVENT = "membrane.v1.MembraneService/IngestEvent";
  private static final int MAX_BYTES = 200_000;
  private static final int MAX_CALLS = 30;
  private static final int THREADS = 4;

  private final AtomicLong nanos = new AtomicLong();
  private final InboundLimiter arrivals =
      new InboundLimiter(MAX_BYTES, Duration.ofSeconds(60), nanos::get);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final Membrane engine =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    CallLimit limit = new CallLimit(MAX_CALLS, (method, bytes) -> threads, arrivals);
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .directExecutor()
            .callExecutor(limit)
            .addStreamTracerFactory(arrivals)
            .addService(
                ServerInterceptors.interceptForward(
                    ServerInterceptors.useMarshalledMessages(
                        PlainService.made().bindService(), new StreamMarshaller()),
                    limit,
                    new FailureInterceptor(new StatusMapping(() -> "id")),
                    arrivals,
                    OpenGate.check(engine)))
            .build()
            .start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
    engine.close();
    threads.shutdownNow();
    arrivals.close();
  }

  @Test
  void whoever_sends_at_once_gets_in_however_many_send_slowly() throws Exception {
    try (RawConnection slow = new RawConnection(server.getPort())) {
      for (int stream = 1; stream <= 99; stream += 2) {
        slow.begin(stream, EVENT, Map.of());
        slow.data(stream, RawConnection.announcing(3_000_000), false);
        slow.data(stream, new byte[16_000], false);
      }
      awaitTaken(slow);
      awaitHeld(MAX_BYTES / 2);
      for (int i = 0; i < 20; i++) {
        ingest(90_000);
        assertThat(arrivals.held()).isLessThanOrEqualTo(MAX_BYTES);
      }
    }
    awaitNothingHeld();
  }

  @RepeatedTest(5)
  void however_requests_arrive_no_more_is_held_than_is_allowed(TestInfo test) throws Exception {
    Random random = Seed.of(test);
    List<RawConnection> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        RawConnection connection = new RawConnection(server.getPort());
        slow.add(connection);
        sendSlowly(connection, random);
        assertThat(arrivals.held()).isLessThanOrEqualTo(MAX_BYTES);
        awaitTaken(connection);
        ingest(random.nextInt(90_000));
        assertThat(arrivals.held()).isLessThanOrEqualTo(MAX_BYTES);
      }
    } finally {
      for (RawConnection connection : slow) {
        connection.close();
      }
    }
    awaitNothingHeld();
  }

  /** Many calls whose requests never arrive as a whole, in frames of any size. */
  private static void sendSlowly(RawConnection connection, Random random) throws IOException {
    for (int stream = 1; stream < 50 + random.nextInt(100); stream += 2) {
      connection.begin(stream, EVENT, Map.of());
      connection.data(
          stream, RawConnection.announcing(500_000 + random.nextInt(20_000_000)), false);
      for (int frame = random.nextInt(5); frame >= 0; frame--) {
        connection.data(stream, new byte[1 + random.nextInt(16_000)], false);
      }
    }
  }

  @Test
  void short_frames_count_as_what_they_keep_in_memory() throws Exception {
    try (RawConnection slow = new RawConnection(server.getPort())) {
      slow.begin(1, EVENT, Map.of());
      slow.data(1, RawConnection.announcing(3_000_000), false);
      for (int i = 0; i < 20; i++) {
        slow.data(1, new byte[1], false);
      }
      awaitHeld(20 * 4_096);
    }
    awaitNothingHeld();
  }

  @Test
  void what_does_not_arrive_in_time_is_ended() throws Exception {
    CompletableFuture<byte[]> nothing = new CompletableFuture<>();
    CompletableFuture<byte[]> endless = new CompletableFuture<>();
    open(nothing);
    open(endless).onNext(event(10).toByteArray());
    try (RawConnection slow = new RawConnection(server.getPort())) {
      slow.begin(1, EVENT, Map.of());
      slow.data(1, RawConnection.announcing(3_000_000), false);
      awaitUnfinished(3);

      nanos.addAndGet(Duration.ofSeconds(60).toNanos());
      arrivals.sweep();
      assertThat(List.of(nothing, endless)).noneMatch(CompletableFuture::isDone);

      nanos.incrementAndGet();
      sweepUntilDone(nothing, endless);
      for (CompletableFuture<byte[]> call : List.of(nothing, endless)) {
        assertRefused(
            () -> joined(call),
            Status.Code.DEADLINE_EXCEEDED,
            "the request did not arrive within 60 seconds");
      }
    }
    awaitNothingHeld();
    assertThat(engine.metrics().totalRecords()).isZero();
  }

  @Test
  void the_oldest_unfinished_call_leaves_its_place_to_a_new_one() throws Exception {
    List<CompletableFuture<byte[]>> waiting = new ArrayList<>();
    for (int i = 0; i < MAX_CALLS; i++) {
      CompletableFuture<byte[]> call = new CompletableFuture<>();
      open(call);
      waiting.add(call);
      awaitUnfinished(waiting.size()); // The first ones may overtake each other.
    }
    while (threads.getTaskCount() < MAX_CALLS) {
      Thread.sleep(1); // A call is counted a moment before it is given to a thread.
    }
    awaitBegun();

    ingest(10);

    assertRefused(
        () -> joined(waiting.get(0)),
        Status.Code.RESOURCE_EXHAUSTED,
        "more than 30 calls at once, try again later");
    assertThat(waiting.subList(1, MAX_CALLS)).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void a_call_that_is_gone_before_it_begins_is_not_waited_for() throws Exception {
    try (RawConnection hasty = new RawConnection(server.getPort())) {
      for (int stream = 1; stream <= 999; stream += 2) {
        hasty.begin(stream, EVENT, Map.of());
        hasty.reset(stream);
      }
    }
    while (!isLetIn()) { // Each of them keeps its place until a thread has seen that it is gone.
      Thread.sleep(1);
    }
    while (arrivals.unfinished() > 0) {
      Thread.sleep(1);
    }
  }

  private StreamObserver<byte[]> open(CompletableFuture<byte[]> answer) {
    return ClientCalls.asyncClientStreamingCall(
        channel.newCall(RawClient.method(EVENT, MethodType.CLIENT_STREAMING), CallOptions.DEFAULT),
        new StreamObserver<>() {
          @Override
          public void onNext(byte[] value) {
            answer.complete(value);
          }

          @Override
          public void onError(Throwable failed) {
            answer.completeExceptionally(failed);
          }

          @Override
          public void onCompleted() {}
        });
  }

  private void ingest(int size) {
    assertThat(
            MembraneServiceGrpc.newBlockingStub(channel)
                .ingestEvent(event(size))
                .getRecord()
                .isEmpty())
        .isFalse();
  }

  private boolean isLetIn() {
    try {
      ingest(10);
      return true;
    } catch (StatusRuntimeException refused) {
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      return false;
    }
  }

  /** A call that begins at the same time is ended by a later sweep. */
  private void sweepUntilDone(CompletableFuture<?>... calls) throws InterruptedException {
    while (!Stream.of(calls).allMatch(CompletableFuture::isDone)) {
      arrivals.sweep();
      Thread.sleep(1);
    }
  }

  private void awaitTaken(RawConnection connection) throws Exception {
    connection.awaitTaken();
    awaitBegun();
  }

  /**
   * Only a call that has begun leaves its place to another. All threads meet, so that none is still
   * at what was given to it before.
   */
  private void awaitBegun() throws Exception {
    CyclicBarrier all = new CyclicBarrier(THREADS);
    List<Future<?>> meeting = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      meeting.add(threads.submit(() -> all.await()));
    }
    for (Future<?> met : meeting) {
      met.get();
    }
  }

  private void awaitHeld(long least) throws InterruptedException {
    while (arrivals.held() < least) {
      Thread.sleep(1);
    }
  }

  private void awaitNothingHeld() throws InterruptedException {
    while (arrivals.held() > 0) {
      Thread.sleep(1);
    }
  }

  private void awaitUnfinished(int calls) throws InterruptedException {
    while (arrivals.unfinished() < calls) {
      Thread.sleep(1);
    }
  }

  private static void joined(CompletableFuture<byte[]> call) throws Throwable {
    try {
      call.get();
    } catch (ExecutionException failed) {
      throw failed.getCause();
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
