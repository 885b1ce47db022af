package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.CallCredentials;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.util.Map;
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
  void an_address_that_fails_too_often_has_to_wait_even_with_the_right_key() {
    for (int i = 0; i < FailureLimit.MAX_FAILURES; i++) {
      Refusals.refusalOf(() -> call(BearerToken.of("guess")));
    }

    assertRefused(
        () -> call(BearerToken.of("s3cret-key")),
        Status.Code.RESOURCE_EXHAUSTED,
        "too many calls with an unknown api key from this address, try again in a minute");
  }

  @Test
  void the_start_line_says_that_a_key_is_needed_and_not_which() {
    assertThat(server.startLine()).contains("auth: api key").doesNotContain("s3cret");
  }

  private void call(CallCredentials credentials) {
    var unused = server.client().withCallCredentials(credentials).getMetrics(REQUEST);
  }
}
