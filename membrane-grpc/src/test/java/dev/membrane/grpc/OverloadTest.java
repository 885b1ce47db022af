package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.IngestResponse;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store that hangs, and more calls than there is room for. */
class OverloadTest {

  private static final int MAX_CALLS = 1_024;
  private static final int WRITING_THREADS =
      Math.max(32, 4 * Runtime.getRuntime().availableProcessors());

  private static final IngestEventRequest EVENT =
      IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef("r").build();

  private final CountDownLatch isHanging = new CountDownLatch(WRITING_THREADS);
  private final CountDownLatch answersAgain = new CountDownLatch(1);
  private final HookedStore store = new HookedStore();
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(store, Map.of());
    store.beforeCommit(
        () -> {
          isHanging.countDown();
          awaitUninterrupted(answersAgain);
        });
  }

  @AfterEach
  void stop() {
    answersAgain.countDown();
    server.close();
  }

  @Test
  void a_disk_that_hangs_stops_the_writes_and_nothing_else() throws Exception {
    ManagedChannel channel = server.channel();
    List<ListenableFuture<IngestResponse>> writes = ingest(channel, WRITING_THREADS);
    isHanging.await();

    TrustContext trust = TrustContext.newBuilder().setMaxSensitivity("hyper").build();
    for (int i = 0; i < 50; i++) {
      var reader = MembraneServiceGrpc.newBlockingStub(channel);
      assertThat(
              reader
                  .retrieve(RetrieveRequest.newBuilder().setTrust(trust).build())
                  .getRecordsCount())
          .isZero();
      assertThat(reader.getMetrics(GetMetricsRequest.getDefaultInstance()).getSnapshot().isEmpty())
          .isFalse();
      assertThat(health(channel)).isEqualTo(ServingStatus.SERVING);
    }
    assertThat(writes).noneMatch(ListenableFuture::isDone);

    answersAgain.countDown();
    for (ListenableFuture<IngestResponse> write : writes) {
      assertThat(write.get().getRecord().isEmpty()).isFalse();
    }
  }

  @Test
  void a_call_that_was_given_up_before_it_began_writes_nothing() throws Exception {
    ManagedChannel channel = server.channel();
    List<ListenableFuture<IngestResponse>> writes = ingest(channel, WRITING_THREADS);
    isHanging.await();

    ListenableFuture<IngestResponse> cancelled = ingest(channel, 1).get(0);
    cancelled.cancel(true);
    Status late =
        Refusals.refusalOf(
            () ->
                MembraneServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(200, TimeUnit.MILLISECONDS)
                    .ingestEvent(EVENT));
    assertThat(late.getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    // The server has read what came before on this connection, and so that both were given up.
    assertThat(health(channel)).isEqualTo(ServingStatus.SERVING);

    answersAgain.countDown();
    for (ListenableFuture<IngestResponse> write : writes) {
      write.get();
    }
    // As many again as there are threads, so that each has had its turn after what was given up.
    for (ListenableFuture<IngestResponse> write : ingest(channel, WRITING_THREADS)) {
      write.get();
    }
    assertThat(server.engine().metrics().totalRecords()).isEqualTo(2L * WRITING_THREADS);
  }

  @Test
  void calls_that_are_too_many_are_refused_at_once_and_the_others_are_answered() throws Exception {
    int tooMany = 200;
    Semaphore ended = new Semaphore(0);
    List<ListenableFuture<IngestResponse>> calls = new ArrayList<>();
    // A connection takes 256 calls; what is more would wait at the client.
    for (int i = 0; i < 6; i++) {
      calls.addAll(ingest(server.channel(), (MAX_CALLS + tooMany) / 6));
    }
    calls.forEach(call -> call.addListener(ended::release, Runnable::run));
    int refused = calls.size() - MAX_CALLS;
    assertThat(ended.tryAcquire(refused, 5, TimeUnit.MINUTES)).isTrue();
    Map<Boolean, List<ListenableFuture<IngestResponse>>> byEnd =
        calls.stream().collect(Collectors.partitioningBy(ListenableFuture::isDone));
    List<ListenableFuture<IngestResponse>> waiting = byEnd.get(false);
    assertThat(waiting).hasSize(MAX_CALLS);
    byEnd.get(true).forEach(OverloadTest::assertRefused);

    answersAgain.countDown();
    for (ListenableFuture<IngestResponse> call : waiting) {
      assertThat(call.get().getRecord().isEmpty()).isFalse();
    }
    assertThat(server.client().ingestEvent(EVENT).getRecord().isEmpty()).isFalse();
    assertThat(server.engine().metrics().totalRecords()).isEqualTo(MAX_CALLS + 1);
  }

  private static ServingStatus health(ManagedChannel channel) {
    return HealthGrpc.newBlockingStub(channel)
        .check(HealthCheckRequest.getDefaultInstance())
        .getStatus();
  }

  private static List<ListenableFuture<IngestResponse>> ingest(ManagedChannel channel, int times) {
    var client = MembraneServiceGrpc.newFutureStub(channel);
    List<ListenableFuture<IngestResponse>> calls = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      calls.add(client.ingestEvent(EVENT));
    }
    return calls;
  }

  private static void assertRefused(ListenableFuture<IngestResponse> call) {
    try {
      assertThat(call.get()).as("should be refused").isNull();
    } catch (ExecutionException refused) {
      Status status = ((StatusRuntimeException) refused.getCause()).getStatus();
      assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      assertThat(status.getDescription())
          .isEqualTo("more than 1024 calls at once, try again later");
    } catch (InterruptedException stopping) {
      throw new AssertionError(stopping);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    boolean isInterrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException later) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
