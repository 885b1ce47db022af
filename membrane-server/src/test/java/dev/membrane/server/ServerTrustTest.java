package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTrustTest {

  @TempDir private Path folder;

  @Test
  void a_command_needs_the_certificate_alone() throws IOException {
    Path certificate = Files.createFile(folder.resolve("cert.pem"));
    Config config = config(Map.of("tls_cert_file", certificate.toString()));

    assertThat(ServerTrust.from(config)).isEqualTo(new ServerTrust(certificate.toFile(), false));
    assertThat(config.faults()).isEmpty();
    assertThat(ServerTrust.from(config(Map.of()))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tls_key_file", "tls_client_ca_file"})
  void nobody_calls_in_clear_where_another_file_of_tls_is_named(String key) {
    assertThatThrownBy(() -> ServerTrust.from(config(Map.of(key, "file.pem"))))
        .isInstanceOfSatisfying(
            StartException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessageContaining("tls_cert_file: must be set too");
  }

  @Test
  void nor_where_the_certificate_cannot_be_read() {
    String missing = folder.resolve("missing.pem").toString();
    assertThatThrownBy(() -> ServerTrust.from(config(Map.of("tls_cert_file", missing))))
        .isInstanceOfSatisfying(
            StartException.class, fault -> assertThat(fault.isConfiguration()).isTrue())
        .hasMessageContaining("tls_cert_file: cannot read " + missing);
    assertThatThrownBy(() -> ServerTrust.from(config(Map.of("tls_cert_file", folder.toString()))))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("tls_cert_file: cannot read " + folder);
  }

  @Test
  void a_server_with_authorities_of_clients_wants_a_certificate_of_a_command() throws IOException {
    Path certificate = Files.createFile(folder.resolve("cert.pem"));
    Map<String, String> values =
        Map.of("tls_cert_file", certificate.toString(), "tls_client_ca_file", "ca.pem");

    assertThat(ServerTrust.from(config(values)))
        .isEqualTo(new ServerTrust(certificate.toFile(), true));
    assertThat(
            ServerTrust.from(
                config(Map.of("tls_cert_file", certificate.toString(), "tls_key_file", "k.pem"))))
        .isEqualTo(new ServerTrust(certificate.toFile(), false));
  }

  @Test
  void a_file_that_is_no_certificate_is_not_trusted() throws IOException {
    Path other = Files.writeString(folder.resolve("cert.pem"), "-----BEGIN CERTIFICATE-----\n!");
    ServerTrust trust = new ServerTrust(other.toFile(), false);

    assertThatThrownBy(trust::context)
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("cannot use the TLS files: ");
  }

  private static Config config(Map<String, String> values) {
    Map<String, JsonValue> all = new HashMap<>();
    values.forEach((key, value) -> all.put(key, new JsonString(value)));
    return new Config(all);
  }
}
