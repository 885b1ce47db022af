package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.common.util.concurrent.ListenableFuture;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MetricsResponse;
import io.grpc.CallCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiKeyTest {

  private static final GetMetricsRequest REQUEST = GetMetricsRequest.getDefaultInstance();
  private static final String MISSING =
      "an api key is required: send the header 'authorization: Bearer <key>'";

  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(Map.of("api_key", "s3cret-key"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_key_lets_a_caller_in() {
    assertThatCode(() -> call(BearerToken.of("s3cret-key"))).doesNotThrowAnyException();
    assertThatCode(() -> call(BearerToken.header("bearer s3cret-key"))).doesNotThrowAnyException();
  }

  @Test
  void without_a_key_nobody_is_let_in() {
    assertRefused(() -> server.client().getMetrics(REQUEST), Status.Code.UNAUTHENTICATED, MISSING);
    for (String header : new String[] {"s3cret-key", "Basic s3cret-key", "Bearer", ""}) {
      assertRefused(() -> call(BearerToken.header(header)), Status.Code.UNAUTHENTICATED, MISSING);
    }
  }

  @Test
  void another_key_does_not_let_a_caller_in() {
    for (String key : new String[] {"s3cret-kez", "s3cret-ke", "s3cret-keyy", "S3CRET-KEY", ""}) {
      Status status = Refusals.refusalOf(() -> call(BearerToken.header("Bearer x" + key)));
      assertThat(status.getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(status.getDescription()).isEqualTo("unknown api key");
    }
  }

  @Test
  void every_call_of_the_service_asks_for_the_key() {
    RawClient client = new RawClient(server.channel());
    for (var method : MembraneServiceGrpc.getServiceDescriptor().getMethods()) {
      Status status =
          Refusals.refusalOf(() -> client.call(method.getFullMethodName(), new byte[0]));
      assertThat(status.getCode())
          .as(method.getFullMethodName())
          .isEqualTo(Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void reflection_asks_for_the_key_and_health_does_not() {
    Reflection reflection = Reflection.v1(server.channel());
    assertThat(Refusals.refusalOf(reflection::services).getCode())
        .isEqualTo(Status.Code.UNAUTHENTICATED);
    Reflection older = Reflection.v1alpha(server.channel());
    assertThat(Refusals.refusalOf(older::services).getCode())
        .isEqualTo(Status.Code.UNAUTHENTICATED);

    assertThat(
            HealthGrpc.newBlockingStub(server.channel())
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void the_right_key_is_served_whatever_else_its_address_has_tried() {
    guessTooOften();

    assertThatCode(() -> call(BearerToken.of("s3cret-key"))).doesNotThrowAnyException();
  }

  @Test
  void unknown_keys_of_an_address_that_fails_too_often_are_answered_late() {
    guessTooOften();
    long before = System.nanoTime();

    assertRefused(
        () -> call(BearerToken.of("guess")), Status.Code.UNAUTHENTICATED, "unknown api key");

    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void few_guesses_wait_and_none_holds_a_thread() throws Exception {
    guessTooOften();
    ManagedChannel channel = server.channel();
    var guesser =
        MembraneServiceGrpc.newFutureStub(channel).withCallCredentials(BearerToken.of("guess"));
    List<ListenableFuture<MetricsResponse>> guesses = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      guesses.add(guesser.getMetrics(REQUEST));
    }
    for (int i = 0; i < 20; i++) {
      assertThatCode(() -> call(BearerToken.of("s3cret-key"))).doesNotThrowAnyException();
    }

    List<Status> answers = new ArrayList<>();
    for (ListenableFuture<MetricsResponse> guess : guesses) {
      answers.add(Refusals.refusalOf(() -> joined(guess)));
    }
    assertThat(answers)
        .filteredOn(status -> status.getCode() == Status.Code.UNAUTHENTICATED)
        .hasSizeBetween(1, 60);
    assertThat(answers)
        .filteredOn(status -> status.getCode() != Status.Code.UNAUTHENTICATED)
        .isNotEmpty()
        .allSatisfy(
            status -> {
              assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
              assertThat(status.getDescription())
                  .isEqualTo(
                      "too many calls with an unknown api key from this address, try again in a"
                          + " minute");
            });
  }

  private static void joined(Future<?> call) throws Throwable {
    try {
      call.get();
    } catch (ExecutionException failed) {
      throw failed.getCause();
    }
  }

  private void guessTooOften() {
    for (int i = 0; i < 20; i++) {
      Refusals.refusalOf(() -> call(BearerToken.of("guess")));
    }
  }

  @Test
  void the_start_line_says_that_a_key_is_needed_and_not_which() {
    assertThat(server.startLine()).contains("auth: api key").doesNotContain("s3cret");
  }

  private void call(CallCredentials credentials) {
    var unused = server.client().withCallCredentials(credentials).getMetrics(REQUEST);
  }
}
