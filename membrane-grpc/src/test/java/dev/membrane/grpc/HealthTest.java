package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.spi.store.StoreUnavailableException;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class HealthTest {

  @Test
  void the_server_and_its_service_are_healthy() {
    try (TestServer server = TestServer.start()) {
      assertThat(health(server, "")).isEqualTo(ServingStatus.SERVING);
      assertThat(health(server, MembraneServiceGrpc.SERVICE_NAME)).isEqualTo(ServingStatus.SERVING);
      assertThat(Refusals.refusalOf(() -> health(server, "other")).getCode())
          .isEqualTo(Status.Code.NOT_FOUND);
    }
  }

  @Test
  void a_store_that_cannot_serve_makes_the_server_unhealthy_from_the_start() {
    HookedStore store = new HookedStore();
    store.beforeCheck(HealthTest::refuse);
    try (TestServer server = TestServer.start(store, Map.of())) {
      assertThat(health(server, "")).isEqualTo(ServingStatus.NOT_SERVING);
      assertThat(health(server, MembraneServiceGrpc.SERVICE_NAME))
          .isEqualTo(ServingStatus.NOT_SERVING);
    }
  }

  @Test
  void health_follows_the_store() throws InterruptedException {
    HookedStore store = new HookedStore();
    HealthStatusManager manager = new HealthStatusManager();
    try (Membrane engine = Membrane.builder().backgroundJobs(false).store(store).build()) {
      Readiness readiness = new Readiness(engine::check, manager);
      readiness.start(Duration.ofMillis(5));
      BlockingQueue<ServingStatus> seen = watched(manager);
      awaitStatus(seen, ServingStatus.SERVING);
      store.beforeCheck(HealthTest::refuse);
      awaitStatus(seen, ServingStatus.NOT_SERVING);
      store.beforeCheck(() -> {});
      awaitStatus(seen, ServingStatus.SERVING);
      readiness.close();
      awaitStatus(seen, ServingStatus.NOT_SERVING);
    }
    store.close();
  }

  @Test
  void a_store_that_hangs_is_not_served() throws InterruptedException {
    HookedStore store = new HookedStore();
    HealthStatusManager manager = new HealthStatusManager();
    CountDownLatch answersAgain = new CountDownLatch(1);
    try (Membrane engine = Membrane.builder().backgroundJobs(false).store(store).build()) {
      Readiness readiness = new Readiness(engine::check, manager);
      readiness.start(Duration.ofMillis(5));
      BlockingQueue<ServingStatus> seen = watched(manager);
      awaitStatus(seen, ServingStatus.SERVING);
      store.beforeCheck(() -> hang(answersAgain));
      awaitStatus(seen, ServingStatus.NOT_SERVING);
      answersAgain.countDown();
      awaitStatus(seen, ServingStatus.SERVING);
      readiness.close();
    }
    store.close();
  }

  @Test
  void an_error_in_a_check_does_not_end_the_checks() throws InterruptedException {
    HookedStore store = new HookedStore();
    HealthStatusManager manager = new HealthStatusManager();
    try (Membrane engine = Membrane.builder().backgroundJobs(false).store(store).build()) {
      Readiness readiness = new Readiness(engine::check, manager);
      readiness.start(Duration.ofMillis(5));
      BlockingQueue<ServingStatus> seen = watched(manager);
      awaitStatus(seen, ServingStatus.SERVING);
      store.beforeCheck(
          () -> {
            throw new NoClassDefFoundError("on purpose");
          });
      awaitStatus(seen, ServingStatus.NOT_SERVING);
      store.beforeCheck(() -> {});
      awaitStatus(seen, ServingStatus.SERVING);
      readiness.close();
    }
    store.close();
  }

  private static void hang(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static BlockingQueue<ServingStatus> watched(HealthStatusManager manager) {
    BlockingQueue<ServingStatus> seen = new LinkedBlockingQueue<>();
    ((HealthGrpc.HealthImplBase) manager.getHealthService())
        .watch(
            HealthCheckRequest.getDefaultInstance(),
            new StreamObserver<>() {
              @Override
              public void onNext(HealthCheckResponse answer) {
                seen.add(answer.getStatus());
              }

              @Override
              public void onError(Throwable failed) {}

              @Override
              public void onCompleted() {}
            });
    return seen;
  }

  /** On a busy machine a check may take too long, and there is one status more. */
  private static void awaitStatus(BlockingQueue<ServingStatus> seen, ServingStatus wanted)
      throws InterruptedException {
    ServingStatus next = seen.take();
    while (next != wanted) {
      next = seen.take();
    }
  }

  private static void refuse() {
    throw new StoreUnavailableException("gone", new IllegalStateException());
  }

  private static ServingStatus health(TestServer server, String service) {
    return HealthGrpc.newBlockingStub(server.channel())
        .check(HealthCheckRequest.newBuilder().setService(service).build())
        .getStatus();
  }
}
