package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings end a command before it does anything. */
class RefusedSettingsTest {

  private static final String FACT =
      "{\"observation\":{\"source\":\"t\",\"subject\":\"Alice\",\"predicate\":\"owns\",\"object\":\"a kestrel\"}}\n";

  @TempDir private Path folder;

  /** The plugin is there, and the other setting turns it off. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plugins.hooks.enabled: false | plugins.hooks.stop_means: often | must be success or nothing
          plugins.hooks.enabled: false | plugins.hooks.answer_within: 1h | must be at most 10s
          plugins.hooks.enabled: false | plugins.hooks.nonsense: 3       | unknown key
          plugins.hooks.enabled: false | plugins.hooks.stop_mean: nothing | did you mean plugins.hooks.stop_means
          plugins.http.enabled: false  | http_addr: nowhere              | must be host:port
          plugins.http.enabled: false  | http_origins: page              | must be like https
          plugins.grpc.enabled: false  | listen_addr: nowhere            | must be host:port
          extractor: none              | llm_max_sensitivity: secret     | must be one of: public
          extractor: none              | llm_temperature: hot            | must be a number
          backend: sqlite              | postgres_dsn: oracle://db       | must be
          backend: postgres            | sqlite_synchronous: perhaps     | must be full or normal
          """)
  void a_bad_value_is_refused_whoever_uses_it(String off, String bad, String why) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("config.yaml"),
            off + "\n" + bad + "\ndb_path: " + folder.resolve("m.db") + "\n");
    String key = bad.substring(0, bad.indexOf(':'));

    String said = run(Map.of(), "verify-audit", "--config=" + config);

    assertThat(said).startsWith("78: ");
    assertThat(said.substring(4).lines()).anyMatch(line -> isOf(line, key, why));
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  private static boolean isOf(String line, String key, String why) {
    return line.startsWith("membraned: " + key + ": ") && line.contains(why);
  }

  @Test
  void nothing_is_encrypted_without_a_key() throws Exception {
    Path database = Files.createFile(folder.resolve("m.db"));

    assertThat(run(Map.of("MEMBRANE_DB_PATH", database.toString()), "encrypt"))
        .isEqualTo(
            "78: membraned: "
                + database
                + ": no key is configured (encryption_key_file or key_provider)\n");
    assertThat(database).isEmptyFile();
  }

  @Test
  void nor_with_one_that_is_not_there() throws Exception {
    Path database = Files.createFile(folder.resolve("m.db"));
    Map<String, String> environment = new TreeMap<>();
    environment.put("MEMBRANE_DB_PATH", database.toString());
    environment.put("MEMBRANE_ENCRYPTION_KEY_FILE", folder.resolve("none.key").toString());

    assertThat(run(environment, "encrypt"))
        .startsWith("78: membraned: encryption_key_file: names a file that cannot be read: ")
        .hasLineCount(1);
    assertThat(database).isEmptyFile();
  }

  /** Its resolver may not answer yet; nothing else of these heals. */
  @ParameterizedTest
  @ValueSource(strings = {"listen_addr", "http_addr", "metrics_addr"})
  void a_host_that_is_unknown_is_tried_again(String key) throws Exception {
    Path config = folder.resolve("config.yaml");
    String unknown = key + ": nowhere.invalid:1\n";
    Files.writeString(config, unknown);
    assertThat(run(Map.of(), "verify-audit", "--config=" + config))
        .isEqualTo("1: membraned: " + key + ": unknown host nowhere.invalid\n");

    Files.writeString(config, unknown + "decay_interval: soon\n");
    assertThat(run(Map.of(), "verify-audit", "--config=" + config))
        .startsWith("78: ")
        .contains(key + ": unknown host nowhere.invalid", "decay_interval: ");

    Files.writeString(config, key + ": 300.1.1.1:1\n");
    assertThat(run(Map.of(), "verify-audit", "--config=" + config))
        .isEqualTo("78: membraned: " + key + ": is no address: 300.1.1.1\n");
  }

  @Test
  void a_file_that_is_no_database_is_a_bad_setting_for_the_server_and_for_commands()
      throws Exception {
    Path letter = Files.writeString(folder.resolve("m.db"), "a letter, not a database ".repeat(9));

    for (String command : List.of("", "verify-audit", "export all.ndjson", "erase --record=x")) {
      String[] words = command.isEmpty() ? new String[0] : command.split(" ");
      assertThat(run(Map.of("MEMBRANE_DB_PATH", letter.toString()), words))
          .startsWith("78: membraned: " + letter + ": ")
          .hasLineCount(1);
    }
  }

  @Test
  void the_key_of_an_encrypted_file_is_not_changed_with_a_wrong_one() throws Exception {
    Map<String, String> environment = new TreeMap<>();
    environment.put("MEMBRANE_DB_PATH", folder.resolve("m.db").toString());
    environment.put("MEMBRANE_ENCRYPTION_KEY_FILE", key("right.key").toString());
    Files.writeString(folder.resolve("items"), FACT);
    assertThat(run(environment, "ingest", folder.resolve("items").toString())).startsWith("0: ");
    environment.put("MEMBRANE_ENCRYPTION_KEY_FILE", key("wrong.key").toString());

    assertThat(run(environment, "rotate-keys", "--new-key-file=" + key("next.key")))
        .startsWith("78: membraned: " + folder.resolve("m.db") + ": no key was changed: ")
        .hasLineCount(1);
  }

  private Path key(String name) throws IOException {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    Path file = Files.writeString(folder.resolve(name), Base64.getEncoder().encodeToString(bytes));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** The exit code, and what was said. */
  private static String run(Map<String, String> environment, String... words) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code = Membraned.commandLine(environment, out).setErr(out).execute(words);
    out.flush();
    return code + ": " + said.toString().replace(System.lineSeparator(), "\n");
  }
}
