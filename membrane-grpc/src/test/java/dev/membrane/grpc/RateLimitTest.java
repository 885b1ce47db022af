package dev.membrane.grpc;

import static dev.membrane.grpc.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
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
  void a_burst_is_a_seconds_worth_and_refills_evenly() {
    RateLimit limit = new RateLimit(4, time);
    assertThat(admitted(limit, "address", 6)).isEqualTo(4);

    time.pass(Duration.ofMillis(249));
    assertThat(admitted(limit, "address", 1)).isZero();
    time.pass(Duration.ofMillis(1));
    assertThat(admitted(limit, "address", 2)).isEqualTo(1);

    time.pass(Duration.ofHours(1));
    assertThat(admitted(limit, "address", 6)).isEqualTo(4);
  }

  @Test
  void less_than_a_call_per_second_is_one_call_each_so_many_seconds() {
    RateLimit limit = new RateLimit(0.5, time);
    assertThat(admitted(limit, "address", 2)).isEqualTo(1);

    time.pass(Duration.ofMillis(1_999));
    assertThat(admitted(limit, "address", 1)).isZero();
    time.pass(Duration.ofMillis(1));
    assertThat(admitted(limit, "address", 2)).isEqualTo(1);
  }

  @Test
  void every_rate_that_can_be_configured_is_possible() {
    assertThat(admitted(new RateLimit(Double.MIN_VALUE, time), "address", 2)).isEqualTo(1);
    assertThat(admitted(new RateLimit(1_000_000, time), "address", 3)).isEqualTo(3);
    assertThat(admitted(new RateLimit(2.7, time), "address", 5)).isEqualTo(2);
  }

  @Test
  void addresses_do_not_share() {
    RateLimit limit = new RateLimit(1, time);
    assertThat(admitted(limit, "one", 2)).isEqualTo(1);
    assertThat(admitted(limit, "other", 2)).isEqualTo(1);
  }

  @Test
  void principals_are_told_apart_wherever_they_call_from() {
    RateLimit limit = new RateLimit(1, time);
    assertThat(limit.admits(principal("a"), "one")).isTrue();
    assertThat(limit.admits(principal("a"), "other")).isFalse();
    assertThat(limit.admits(principal("b"), "one")).isTrue();
    assertThat(limit.admits(principal("one"), "a")).isTrue();
    assertThat(limit.admits(Caller.ANONYMOUS, "one")).isTrue();
    assertThat(limit.admits(Caller.ANONYMOUS, "a")).isTrue();
  }

  @Test
  void only_so_many_addresses_are_remembered_and_those_that_called_last() {
    RateLimit limit = new RateLimit(1, time);
    limit.admits(Caller.ANONYMOUS, "eldest");
    limit.admits(Caller.ANONYMOUS, "busy");
    for (int i = 0; i < RateLimit.MAX_ADDRESSES - 1; i++) {
      limit.admits(Caller.ANONYMOUS, "busy");
      limit.admits(Caller.ANONYMOUS, "address " + i);
    }

    assertThat(limit.admits(Caller.ANONYMOUS, "busy")).isFalse();
    assertThat(limit.admits(Caller.ANONYMOUS, "eldest")).isTrue();
  }

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

  private static int admitted(RateLimit limit, String address, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += limit.admits(Caller.ANONYMOUS, address) ? 1 : 0;
    }
    return admitted;
  }

  private static Caller principal(String name) {
    return Caller.named(name).permitted(Set.of(Permission.INGEST));
  }

  /** A server whose buckets fill as the test says. */
  private final class Limited implements AutoCloseable {

    private final TestServer machine = TestServer.start();
    private final GrpcTransport transport;
    private final ManagedChannel channel;

    Limited(Map<String, JsonValue> settings) {
      Map<String, JsonValue> values = new HashMap<>(settings);
      values.put("listen_addr", new JsonString("127.0.0.1:0"));
      GrpcConfig config = GrpcConfig.from(new Config(values));
      transport =
          new GrpcTransport(
              config,
              new GuardedServices(config, () -> "id", Observer.NONE, InstantSource.system(), time),
              machine.engine(),
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
