package dev.membrane.server.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.ListenAddress;
import dev.membrane.spi.Config;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {

  private final Map<String, JsonValue> values = new HashMap<>();

  @Test
  void a_key_that_is_easy_to_guess_is_warned_of_and_not_shown() {
    set("api_key", "fifteen-letters");
    assertThat(access().warnings())
        .containsExactly("api_key: has fewer than 16 characters, easy to guess");

    set("api_key", "sixteen--letters");
    assertThat(access().warnings()).isEmpty();
  }

  @Test
  void an_empty_variable_does_not_take_the_key_of_the_file_away() {
    Config config =
        new Config(
            Map.of(),
            Map.of("MEMBRANE_API_KEY", ""),
            Map.of("api_key", new JsonString("correct-horse-battery")));
    var unused = ConfiguredAccess.from(config);
    assertThat(config.faults())
        .containsExactly("api_key: must not be empty; leave it out to serve without a key");
  }

  @Test
  void a_principal_may_not_have_the_api_key() {
    set("api_key", "key-of-a");
    values.put("principals", principal());
    assertThat(faults())
        .containsExactly("principals[0].api_key_sha256: is also the key of api_key");
  }

  @Test
  void calls_are_limited_unless_nobody_else_can_make_any() {
    assertThat(access().callsPerSecond()).isZero();

    set("api_key", "secret");
    assertThat(access().callsPerSecond()).isEqualTo(100);

    values.clear();
    values.put("principals", principal());
    assertThat(access().callsPerSecond()).isEqualTo(100);

    values.clear();
    set("listen_addr", ":9820");
    values.put("allow_insecure_remote", new JsonBoolean(true));
    assertThat(access().callsPerSecond()).isEqualTo(100);
  }

  @Test
  void the_limit_of_calls_can_be_set_and_taken_away() {
    set("rate_limit_per_second", "2.5");
    assertThat(access().callsPerSecond()).isEqualTo(2.5);

    set("api_key", "secret");
    set("rate_limit_per_second", "0");
    assertThat(access().callsPerSecond()).isZero();
  }

  @Test
  void an_impossible_limit_is_a_fault() {
    for (String bad : List.of("-1", "1000001", "NaN")) {
      set("rate_limit_per_second", bad);
      assertThat(faults()).containsExactly("rate_limit_per_second: must be from 0.0 to 1000000.0");
    }
    set("rate_limit_per_second", "many");
    assertThat(faults()).containsExactly("rate_limit_per_second: must be a number");
  }

  @Test
  void a_key_that_cannot_travel_in_a_header_is_a_fault() {
    for (String key : List.of("two words", "schlüssel", "line\nbreak")) {
      set("api_key", key);
      assertThat(faults()).containsExactly("api_key: must be printable ASCII without blanks");
    }
  }

  private void set(String key, String value) {
    values.put(key, new JsonString(value));
  }

  private static JsonValue principal() {
    return KeyText.json(
        """
        [{"name": "a", "api_key_sha256": "%s", "max_sensitivity": "low",
          "permissions": ["retrieve"]}]
        """
            .formatted(KeyText.digest("key-of-a")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:9820", ":9820", "0.0.0.0:9820"})
  void two_addresses_are_not_the_same(String second) {
    Config config = new Config(Map.of("allow_insecure_remote", new JsonBoolean(true)));
    ConfiguredAccess access = ConfiguredAccess.from(config);
    access.listensOn("listen_addr", ListenAddress.parse("127.0.0.1:9820"));
    access.listensOn("listen_addr", ListenAddress.parse("127.0.0.1:9820"));
    access.listensOn("other_addr", ListenAddress.parse("127.0.0.1:9821"));
    access.listensOn("free_addr", ListenAddress.parse("127.0.0.1:0"));
    access.listensOn("free_too_addr", ListenAddress.parse("127.0.0.1:0"));
    assertThat(config.faults()).isEmpty();
    access.listensOn("http_addr", ListenAddress.parse(second));
    assertThat(config.faults())
        .containsExactly("http_addr: must not be the address of listen_addr");
  }

  private ConfiguredAccess access() {
    return reading(new Config(values));
  }

  private List<String> faults() {
    Config config = new Config(values);
    var unused = reading(config);
    return config.faults();
  }

  /** As a transport does that listens where {@code listen_addr} says. */
  private static ConfiguredAccess reading(Config config) {
    ConfiguredAccess access = ConfiguredAccess.from(config);
    access.listensOn("listen_addr", ListenAddress.parse(config.text("listen_addr", "127.0.0.1:0")));
    return access;
  }
}
