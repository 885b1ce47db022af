package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.TransportProvider;
import dev.membrane.server.internal.access.ConfiguredAccess;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrpcConfigTest {

  private static final String OPEN =
      "listen_addr: is reachable from other machines: set api_key or principals, or"
          + " allow_insecure_remote: true to let everybody in";

  private final Map<String, JsonValue> values = new HashMap<>();

  @TempDir Path folder;

  @Test
  void the_plugin_is_found_by_its_name() {
    assertThat(ServiceLoader.load(TransportProvider.class))
        .extracting(TransportProvider::name)
        .containsExactly("grpc");
  }

  @Test
  void nothing_needs_to_be_set() {
    assertThat(faults()).isEmpty();
    assertThat(config().summary(9820))
        .isEqualTo("grpc on 127.0.0.1:9820, auth: none (loopback only), tls: off");
  }

  @Test
  void without_a_key_only_loopback_is_listened_on() {
    for (String address : List.of(":9820", "0.0.0.0:9820", "[::]:9820", "192.0.2.1:9820")) {
      set("listen_addr", address);
      assertThat(faults()).as(address).containsExactly(OPEN);
    }
    set("listen_addr", "localhost:9820");
    assertThat(faults()).isEmpty();
  }

  @Test
  void an_empty_key_is_a_fault_and_not_a_server_without_a_key() {
    set("api_key", "");
    String empty = "api_key: must not be empty; leave it out to serve without a key";
    assertThat(faults()).containsExactly(empty);

    set("listen_addr", ":9820");
    assertThat(faults()).containsExactly(empty);
  }

  @Test
  void with_a_key_any_address_is_listened_on() {
    set("listen_addr", ":9820");
    set("api_key", "secret");
    assertThat(faults()).isEmpty();
    assertThat(config().summary(9820)).isEqualTo("grpc on *:9820, auth: api key, tls: off");
    assertThat(config().toString()).doesNotContain("secret");
  }

  @Test
  void with_principals_any_address_is_listened_on() {
    set("listen_addr", ":9820");
    values.put("principals", principals("a"));
    assertThat(faults()).isEmpty();
    assertThat(config().summary(9820)).isEqualTo("grpc on *:9820, auth: 1 principal, tls: off");

    values.put("principals", principals("a", "b", "c"));
    assertThat(config().summary(9820)).isEqualTo("grpc on *:9820, auth: 3 principals, tls: off");

    set("api_key", "secret");
    assertThat(config().summary(9820))
        .isEqualTo("grpc on *:9820, auth: api key and 3 principals, tls: off");
    assertThat(config().toString()).doesNotContain("secret", Digest.of("key-of-a"));
  }

  @Test
  void faulty_principals_do_not_also_count_as_none() {
    set("listen_addr", ":9820");
    values.put("principals", Json.value("[{}]"));
    assertThat(faults()).isNotEmpty().allMatch(fault -> fault.startsWith("principals[0]."));
  }

  @Test
  void being_open_to_everybody_has_to_be_asked_for_and_is_said() {
    set("listen_addr", "0.0.0.0:9820");
    values.put("allow_insecure_remote", new JsonBoolean(true));
    assertThat(faults()).isEmpty();
    assertThat(config().summary(9820))
        .isEqualTo("grpc on 0.0.0.0:9820, auth: none (open to everybody), tls: off");
  }

  @Test
  void tls_needs_both_files() throws IOException {
    set("tls_cert_file", file("cert.pem"));
    assertThat(faults()).containsExactly("tls_key_file: must be set too, TLS needs both files");

    values.clear();
    set("tls_key_file", file("key.pem"));
    assertThat(faults()).containsExactly("tls_cert_file: must be set too, TLS needs both files");

    values.clear();
    set("tls_client_ca_file", file("ca.pem"));
    assertThat(faults())
        .containsExactly(
            "tls_cert_file: must be set too, TLS needs both files",
            "tls_key_file: must be set too, TLS needs both files");
  }

  @Test
  void files_that_cannot_be_read_are_faults() {
    String missing = folder.resolve("missing.pem").toString();
    set("tls_cert_file", missing);
    set("tls_key_file", folder.toString());
    set("tls_client_ca_file", missing + "\0");
    assertThat(faults())
        .containsExactly(
            "tls_cert_file: cannot read " + missing,
            "tls_client_ca_file: cannot read " + missing + "\0",
            "tls_key_file: cannot read " + folder);
  }

  @Test
  void tls_is_said() throws IOException {
    set("tls_cert_file", file("cert.pem"));
    set("tls_key_file", file("key.pem"));
    assertThat(config().summary(1)).endsWith("tls: on");

    set("tls_client_ca_file", file("ca.pem"));
    assertThat(config().summary(1)).endsWith("tls: on (client certificates required)");
  }

  @Test
  void a_bad_address_is_one_fault() {
    set("listen_addr", "9820");
    assertThat(faults()).containsExactly("listen_addr: must be host:port, :port or [ipv6]:port");
  }

  private void set(String key, String value) {
    values.put(key, new JsonString(value));
  }

  private static JsonValue principals(String... names) {
    return Json.value(
        Arrays.stream(names)
            .map(
                name ->
                    """
                    {"name": "%s", "api_key_sha256": "%s", "max_sensitivity": "low",
                     "permissions": ["retrieve"]}
                    """
                        .formatted(name, Digest.of("key-of-" + name)))
            .collect(Collectors.joining(",", "[", "]")));
  }

  private String file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "pem").toString();
  }

  private GrpcConfig config() {
    Config config = new Config(values);
    return GrpcConfig.from(config, ConfiguredAccess.from(config));
  }

  private List<String> faults() {
    Config config = new Config(values);
    var unused = GrpcConfig.from(config, ConfiguredAccess.from(config));
    return config.faults();
  }
}
