package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings end a command before it does anything. */
class RefusedSettingsTest {

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

  /** The exit code, and what was said. */
  private static String run(Map<String, String> environment, String... words) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code = Membraned.commandLine(environment, out).setErr(out).execute(words);
    out.flush();
    return code + ": " + said.toString().replace(System.lineSeparator(), "\n");
  }
}
