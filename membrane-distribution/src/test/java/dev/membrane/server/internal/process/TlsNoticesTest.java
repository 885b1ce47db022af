package dev.membrane.server.internal.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is told of the files for TLS. */
class TlsNoticesTest {

  private static final String PASSWORD = "changeit";

  @RegisterExtension final LoggedWarnings logged = new LoggedWarnings("dev.membrane.server");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "-3y, 365, expired on",
    "+9d, 365, is not valid before",
    "-1d, 4, expires on",
    "-1d, 90, ''"
  })
  void a_certificate_that_clients_refuse_or_soon_will_is_told_at_the_start(
      String from, String days, String told) throws Exception {
    make("san=ip:127.0.0.1", "-startdate", from, "-validity", days);
    try (Server server = Server.start(config())) {
      assertThat(server.summary()).contains("tls: on");
      if (told.isEmpty()) {
        assertThat(warnings()).isEmpty();
      } else {
        assertThat(warnings()).hasSize(1);
        assertThat(warnings().get(0)).startsWith("tls_cert_file: the certificate of CN=a " + told);
      }
    }
  }

  @Test
  void a_key_that_others_may_read_is_told() throws Exception {
    Path key = make("san=ip:127.0.0.1");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    try (Server server = Server.start(config())) {
      assertThat(server.summary()).contains("tls: on");
      assertThat(warnings())
          .containsExactly("tls_key_file: others may read or write the file; chmod 600 " + key);
    }
  }

  @Test
  void files_with_something_else_are_told_by_the_refusal_alone() throws Exception {
    make("san=ip:127.0.0.1");
    Files.writeString(folder.resolve("CERTIFICATE"), "junk");
    assertThatThrownBy(() -> Server.start(config()))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("tls_cert_file: ")
        .hasMessageContaining("holds no certificate")
        .message()
        .hasLineCount(1);
    assertThat(warnings()).isEmpty();
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  @Test
  void a_key_of_another_certificate_is_refused_before_there_is_a_database() throws Exception {
    make("san=ip:127.0.0.1");
    byte[] certificate = Files.readAllBytes(folder.resolve("CERTIFICATE"));
    Path unused = make("san=ip:127.0.0.1");
    Files.write(folder.resolve("CERTIFICATE"), certificate);
    assertThatThrownBy(() -> Server.start(config()))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("tls_key_file is not the key of tls_cert_file");
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  @Test
  void files_that_were_renewed_wait_for_a_restart_and_a_reload_says_so() throws Exception {
    make("san=ip:127.0.0.1");
    try (Server server = Server.start(config())) {
      server.reload(config());
      assertThat(warnings()).isEmpty();
      Path key = make("san=ip:127.0.0.1");
      Files.setLastModifiedTime(key, FileTime.fromMillis(1));
      server.reload(config());
      assertThat(warnings())
          .containsExactly(
              "tls_cert_file, tls_key_file or tls_client_ca_file changed;"
                  + " restart the server to use the new files");
    }
  }

  @Test
  void a_key_that_was_renewed_without_its_certificate_is_told_by_a_reload() throws Exception {
    make("san=ip:127.0.0.1");
    Path certificate = folder.resolve("CERTIFICATE");
    byte[] old = Files.readAllBytes(certificate);
    try (Server server = Server.start(config())) {
      Path key = make("san=ip:127.0.0.1");
      Files.write(certificate, old);
      server.reload(config());
      assertThat(warnings())
          .containsExactly(
              "the TLS files at the start stay in use, and a restart would fail: cannot use the TLS"
                  + " files: tls_key_file is not the key of tls_cert_file (%s, %s)"
                      .formatted(key, certificate));
      assertThat(listed(server)).startsWith("0: ");
    }
  }

  @Test
  void a_command_says_that_the_certificate_is_not_for_the_name_of_the_server() throws Exception {
    make("san=dns:elsewhere.example");
    try (Server server = Server.start(config())) {
      assertThat(listed(server))
          .startsWith("1: membraned: the certificate of the server on 127.0.0.1:")
          .contains(" is refused: ")
          .doesNotContain("does not answer");
    }
  }

  @Test
  void a_command_says_that_its_file_does_not_trust_the_server() throws Exception {
    make("san=ip:127.0.0.1");
    try (Server server = Server.start(config())) {
      Path unused = make("san=ip:127.0.0.1");
      assertThat(listed(server))
          .startsWith("1: membraned: the certificate of the server on 127.0.0.1:")
          .contains(" is refused: the file that tls_cert_file names does not trust it; ")
          .doesNotContain("PKIX", "Exception");
    }
  }

  @Test
  void a_command_says_that_a_server_has_no_tls() throws Exception {
    make("san=ip:127.0.0.1");
    Map<String, String> plain = new HashMap<>(settings());
    plain.keySet().removeIf(key -> key.startsWith("tls"));
    try (Server server = Server.start(config(plain))) {
      assertThat(listed(server))
          .startsWith("1: membraned: the server on 127.0.0.1:")
          .contains(" does not serve TLS; leave tls_cert_file out, or correct http_addr");
    }
  }

  @Test
  void a_command_tells_a_server_that_demands_a_certificate_from_one_that_it_does_not_trust()
      throws Exception {
    make("san=ip:127.0.0.1");
    Map<String, String> demanding = new HashMap<>(settings());
    demanding.put("tls_client_ca_file", demanding.get("tls_cert_file"));
    try (Server server = Server.start(config(demanding))) {
      assertThat(listed(server))
          .startsWith("1: membraned: the server on 127.0.0.1:")
          .contains(
              " does not answer: ", "; if it demands a client certificate, commands have none")
          .doesNotContain("certificate of the server");
    }
  }

  @Test
  void a_host_is_told_in_the_same_words_and_at_once() throws Exception {
    make("san=ip:127.0.0.1");
    try (Server server = Server.start(config())) {
      Path unused = make("san=ip:127.0.0.1");
      assertThat(bridged(server))
          .startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,")
          .contains("the memory cannot be reached: the certificate of the server on 127.0.0.1:")
          .contains(" is refused: the file that tls_cert_file names does not trust it; ")
          .doesNotContain("PKIX", "Exception");
    }
  }

  /** The environment of a command that asks the server. */
  private Map<String, String> environment(Server server) {
    Matcher address = Pattern.compile("http on (\\S+),").matcher(server.summary());
    assertThat(address.find()).isTrue();
    Map<String, String> environment = new HashMap<>();
    settings()
        .forEach(
            (key, value) -> environment.put("MEMBRANE_" + key.toUpperCase(Locale.ROOT), value));
    environment.put("MEMBRANE_HTTP_ADDR", address.group(1));
    return environment;
  }

  /** What a command says that asks the server, and its exit code before it. */
  private String listed(Server server) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code = Membraned.commandLine(environment(server), out).setErr(out).execute("list");
    return code + ": " + said;
  }

  /** What {@code membraned mcp} answers to a host, of a server that it did not start. */
  private String bridged(Server server) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Membraned.class.getName(),
            "mcp");
    builder.directory(folder.toFile()).environment().putAll(environment(server));
    builder.environment().put("MEMBRANE_BACKEND", "postgres");
    Process host = builder.redirectErrorStream(true).start();
    try (OutputStream messages = host.getOutputStream()) {
      messages.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".getBytes(UTF_8));
    }
    return new String(host.getInputStream().readAllBytes(), UTF_8);
  }

  private List<String> warnings() {
    return logged.about("tls");
  }

  private Map<String, String> settings() {
    return Map.of(
        "db_path", folder.resolve("m.db").toString(),
        "listen_addr", "127.0.0.1:0",
        "http_addr", "127.0.0.1:0",
        "tls_cert_file", folder.resolve("CERTIFICATE").toString(),
        "tls_key_file", folder.resolve("PRIVATE KEY").toString());
  }

  private Config config() {
    return config(settings());
  }

  private static Config config(Map<String, String> settings) {
    Map<String, JsonValue> values = new HashMap<>();
    settings.forEach((key, value) -> values.put(key, new JsonString(value)));
    return new Config(values);
  }

  /** Makes both files, and answers with that of the key. */
  private Path make(String name, String... validity) throws Exception {
    Path store = folder.resolve("keys.p12");
    Files.deleteIfExists(store);
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin/keytool").toString()));
    command.add("-J-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=a"));
    command.addAll(List.of("-ext", name, "-storepass", PASSWORD, "-keystore", store.toString()));
    command.addAll(List.of(validity));
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Key key = keys.getKey("a", PASSWORD.toCharArray());
    Path unused = pem("CERTIFICATE", keys.getCertificate("a").getEncoded());
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private Path pem(String label, byte[] content) throws Exception {
    Path file = folder.resolve(label);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(
        file,
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(label, Base64.getMimeEncoder().encodeToString(content), label));
  }
}
