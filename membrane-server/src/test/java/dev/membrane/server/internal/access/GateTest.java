package dev.membrane.server.internal.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.NotAdmittedException.Reason;
import dev.membrane.server.StartException;
import dev.membrane.spi.Config;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GateTest {

  private static final Map<String, JsonValue> KEY =
      Map.of("api_key", new JsonString("a-key-that-is-long"));

  private final AtomicLong time = new AtomicLong(1);
  private final Membrane membrane =
      Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();

  @AfterEach
  void close() {
    membrane.close();
  }

  @Test
  void without_keys_everybody_is_let_in() {
    assertThat(gate(Map.of()).admit(null, "a").caller()).isEqualTo(Caller.ANONYMOUS);
  }

  @Test
  void who_shows_no_key_is_refused() {
    assertThat(refused(gate(KEY), null).reason()).isEqualTo(Reason.KEY_MISSING);
  }

  @Test
  void who_shows_a_wrong_key_is_refused_and_slowed_in_the_end() {
    KeyedGate gate = gate(KEY);
    for (int i = 0; i < FailureLimit.MAX_FAILURES; i++) {
      assertThat(refused(gate, "wrong").delay()).isZero();
    }
    for (int i = 0; i < 8; i++) {
      assertThat(refused(gate, "wrong").delay()).isEqualTo(Duration.ofSeconds(1));
    }
    assertThat(refused(gate, "wrong"))
        .hasMessageStartingWith("too many calls with an unknown api key")
        .extracting(NotAdmittedException::reason)
        .isEqualTo(Reason.TOO_MANY_CALLS);

    time.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(refused(gate, "wrong").reason()).isEqualTo(Reason.KEY_UNKNOWN);
  }

  @Test
  void who_was_let_in_stands_until_the_key_is_revoked() {
    KeyedGate gate = gate(KEY);
    Admission admission = gate.admit("a-key-that-is-long", "a");
    admission.requireStanding();
    Map<String, JsonValue> others = Map.of("api_key", new JsonString("another-key-that-is-long"));
    gate.reload(new Config(others));
    assertThatThrownBy(admission::requireStanding)
        .isInstanceOf(NotAdmittedException.class)
        .hasMessage("unknown api key");
  }

  @Test
  void who_has_the_same_rights_after_a_reload_stands_and_who_has_others_does_not() {
    KeyedGate gate = gate(principal("low"));
    Admission admission = gate.admit("reader-key", "a");
    gate.reload(new Config(principal("low")));
    admission.requireStanding();
    gate.reload(new Config(principal("medium")));
    assertThatThrownBy(admission::requireStanding)
        .isInstanceOf(NotAdmittedException.class)
        .hasMessage("the rights of this api key have changed, call again to use the new ones");
  }

  private static Map<String, JsonValue> principal(String ceiling) {
    String reader =
        """
        [{"name": "reader", "api_key_sha256": "%s", "max_sensitivity": "%s",
          "permissions": ["retrieve"]}]
        """
            .formatted(KeyText.digest("reader-key"), ceiling);
    return Map.of("principals", KeyText.json(reader));
  }

  @Test
  void only_an_admitted_call_resets_the_idle_time() {
    KeyedGate gate = gate(KEY);
    time.addAndGet(Duration.ofSeconds(5).toNanos());
    refused(gate, "wrong");
    refused(gate, null);
    assertThat(gate.idle()).isEqualTo(Duration.ofSeconds(5));
    gate.admit("a-key-that-is-long", "a");
    assertThat(gate.idle()).isZero();
  }

  @Test
  void attempts_of_others_at_the_same_address_cost_the_holder_of_a_key_nothing() {
    KeyedGate gate = gate(KEY);
    for (int i = 0; i < 100; i++) {
      refused(gate, "wrong");
    }
    assertThat(gate.admit("a-key-that-is-long", "a").caller()).isEqualTo(Caller.ANONYMOUS);
  }

  @Test
  void a_principal_gets_a_memory_of_their_own_rights() {
    Admission reader = gate(principal("low")).admit("reader-key", "a");
    assertThat(reader.caller().name()).isEqualTo("reader");
    assertThatThrownBy(() -> reader.memory().metrics()).isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> reader.actingFor("somebody").metrics())
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void a_caller_over_the_limit_waits_for_their_turn() {
    Map<String, JsonValue> settings = new HashMap<>(KEY);
    settings.put("rate_limit_per_second", new JsonString("1"));
    KeyedGate gate = gate(settings);
    assertThat(gate.admit("a-key-that-is-long", "a")).isNotNull();
    NotAdmittedException refused = refused(gate, "a-key-that-is-long");
    assertThat(refused).hasMessage("more than 1 calls per second, try again later");
    assertThat(refused.reason()).isEqualTo(Reason.TOO_MANY_CALLS);
    assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(1));

    time.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(gate.admit("a-key-that-is-long", "a")).isNotNull();
  }

  @Test
  void after_the_keys_were_read_again_only_the_new_ones_count() {
    KeyedGate gate = gate(KEY);
    gate.reload(new Config(Map.of("api_key", new JsonString("another-key-than-that"))));
    assertThat(refused(gate, "a-key-that-is-long").reason()).isEqualTo(Reason.KEY_UNKNOWN);
    assertThat(gate.admit("another-key-than-that", "a")).isNotNull();
  }

  @Test
  void a_configuration_that_lost_its_keys_lets_nobody_in() {
    KeyedGate gate = gate(KEY);
    assertThatThrownBy(() -> gate.reload(new Config(Map.of()))).isInstanceOf(StartException.class);
    assertThat(refused(gate, null).reason()).isEqualTo(Reason.KEY_MISSING);
  }

  @Test
  void the_key_of_a_header_is_what_follows_the_word_bearer_in_any_case() {
    assertThat(Gate.bearerKey("Bearer one")).isEqualTo("one");
    assertThat(Gate.bearerKey("bEARER   two ")).isEqualTo("two");
    assertThat(Gate.bearerKey("Bearer ")).isEmpty();
    assertThat(Gate.bearerKey("Basic one")).isNull();
    assertThat(Gate.bearerKey("Bearer")).isNull();
    assertThat(Gate.bearerKey(null)).isNull();
  }

  private KeyedGate gate(Map<String, JsonValue> settings) {
    InstantSource clock = InstantSource.fixed(java.time.Instant.EPOCH);
    return ConfiguredAccess.from(new Config(settings)).gate(membrane, clock, time::get);
  }

  private static NotAdmittedException refused(KeyedGate gate, @Nullable String key) {
    return catchThrowableOfType(NotAdmittedException.class, () -> gate.admit(key, "a"));
  }
}
