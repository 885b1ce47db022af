package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.Gate;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private static final String REFUSAL = "more than 2 calls per second, try again later";
  private static final String PRINCIPALS =
      """
      [{"name": "a", "api_key_sha256": "%s", "max_sensitivity": "low", "permissions": ["admin"]},
       {"name": "b", "api_key_sha256": "%s", "max_sensitivity": "low", "permissions": ["admin"]}]
      """
          .formatted(Digest.of("key-a"), Digest.of("key-b"));

  private final FakeTime time = new FakeTime();

  @Test
  void a_call_over_the_limit_is_refused_until_time_has_passed() {
    Map<String, JsonValue> settings = Map.of("rate_limit_per_second", new JsonString("2"));
    try (Limited server = new Limited(settings)) {
      assertThatCode(() -> server.call(null)).doesNotThrowAnyException();
      assertThatCode(() -> server.call(null)).doesNotThrowAnyException();
      assertRefused(() -> server.call(null), Status.Code.RESOURCE_EXHAUSTED, REFUSAL);

      time.pass(Duration.ofMillis(500));

      assertThatCode(() -> server.call(null)).doesNotThrowAnyException();
      assertRefused(() -> server.call(null), Status.Code.RESOURCE_EXHAUSTED, REFUSAL);
    }
  }

  @Test
  void each_principal_has_its_own_limit() {
    Map<String, JsonValue> settings = new HashMap<>();
    settings.put("rate_limit_per_second", new JsonString("2"));
    settings.put("principals", Json.value(PRINCIPALS));
    try (Limited server = new Limited(settings)) {
      server.call("key-a");
      server.call("key-a");
      assertRefused(() -> server.call("key-a"), Status.Code.RESOURCE_EXHAUSTED, REFUSAL);
      assertThatCode(() -> server.call("key-b")).doesNotThrowAnyException();
    }
  }

  @Test
  void health_is_not_limited_and_reflection_is() {
    Map<String, JsonValue> settings = Map.of("rate_limit_per_second", new JsonString("2"));
    try (Limited server = new Limited(settings)) {
      for (int i = 0; i < 5; i++) {
        var unused =
            HealthGrpc.newBlockingStub(server.channel)
                .check(HealthCheckRequest.getDefaultInstance());
      }
      server.call(null);
      server.call(null);
      Reflection reflection = Reflection.v1(server.channel);
      assertRefused(reflection::services, Status.Code.RESOURCE_EXHAUSTED, REFUSAL);
    }
  }

  @Test
  void without_a_limit_any_number_of_calls_is_served() {
    try (Limited server = new Limited(Map.of())) {
      for (int i = 0; i < 150; i++) {
        server.call(null);
      }
    }
  }

  /** A server whose buckets fill as the test says. */
  private final class Limited implements AutoCloseable {

    private final TestServer machine = TestServer.start();
    private final GrpcTransport transport;
    private final ManagedChannel channel;

    Limited(Map<String, JsonValue> settings) {
      Map<String, JsonValue> values = new HashMap<>(settings);
      values.put("listen_addr", new JsonString("127.0.0.1:0"));
      Config settled = new Config(values);
      ConfiguredAccess access = ConfiguredAccess.from(settled);
      GrpcConfig config = GrpcConfig.from(settled, access);
      Gate gate = access.gate(machine.engine(), InstantSource.system(), time::nanos);
      transport =
          new GrpcTransport(
              config,
              new GuardedServices(gate, () -> "id", Observer.NONE, Tracer.NONE),
              gate,
              Duration.ofSeconds(1));
      channel = machine.channel(transport.start());
    }

    void call(String key) {
      var client = MembraneServiceGrpc.newBlockingStub(channel);
      var keyed = key == null ? client : client.withCallCredentials(BearerToken.of(key));
      var unused = keyed.getMetrics(GetMetricsRequest.getDefaultInstance());
    }

    @Override
    public void close() {
      transport.close();
      machine.close();
    }
  }
}
