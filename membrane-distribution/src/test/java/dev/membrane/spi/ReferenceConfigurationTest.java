package dev.membrane.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.start.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The {@code config.yaml} of the distribution against what the server really reads. */
class ReferenceConfigurationTest {

  /** A setting has no space after its {@code #}, which tells it from a remark. */
  private static final Pattern SETTING = Pattern.compile("(?m)^#([a-z][a-z_.]*):(.*)$");

  /** Nothing reads it, so the start ends when all has been read and nothing was opened. */
  private static final String STOP = "stop_before_anything_is_opened";

  private static Map<String, String> written() throws IOException {
    Path file =
        Path.of(
            System.getProperty("membrane.root"), "membrane-distribution/src/main/dist/config.yaml");
    Map<String, String> settings = new TreeMap<>();
    SETTING
        .matcher(Files.readString(file))
        .results()
        .forEach(
            found ->
                assertThat(settings.put(found.group(1), found.group(2).strip()))
                    .as(found.group(1) + " written twice")
                    .isNull());
    return settings;
  }

  /** What the server has read of some values, and what it says against them. */
  private record Reading(Config config, List<String> faults) {

    static Reading of(Map<String, String> values) {
      Map<String, JsonValue> flags = new TreeMap<>();
      values.forEach((key, value) -> flags.put(key, new JsonString(value)));
      flags.put(STOP, new JsonString("now"));
      // Whoever asks for no key is given other defaults on loopback.
      flags.put("api_key", new JsonString("correct-horse"));
      // Whoever is not chosen reads nothing.
      for (String prefix : List.of("llm_", "embedding_")) {
        flags.put(prefix + "endpoint", new JsonString("https://models.example.com/v1"));
        flags.put(prefix + "model", new JsonString("small"));
      }
      flags.put("embedding_dimensions", new JsonString("8"));
      Config config = new Config(flags);
      StartException stopped =
          catchThrowableOfType(StartException.class, () -> Server.start(config));
      return new Reading(
          config, stopped.faults().stream().filter(fault -> !fault.startsWith(STOP)).toList());
    }
  }

  @Test
  void it_has_every_key_that_the_server_reads_and_no_other() throws IOException {
    Reading reading = Reading.of(Map.of());
    TreeSet<String> read = new TreeSet<>(reading.config().known());
    read.removeIf(ReferenceConfigurationTest::stopsTheStart);
    assertThat(reading.faults()).isEmpty();
    assertThat(written().keySet()).containsExactlyElementsOf(read);
  }

  /** Keys of what this distribution does not have are read only to be refused. */
  private static boolean stopsTheStart(String key) {
    return Reading.of(Map.of(key, "1")).faults().stream()
        .anyMatch(
            fault ->
                fault.matches(key + ": (needs .*|is not supported .*|is not read from here.*)"));
  }

  @Test
  void keys_of_what_is_there_but_not_chosen_are_no_fault() {
    Map<String, String> idle =
        Map.of("extractor", "none", "embedder", "onnx", "postgres_dsn", "postgres://h/d");
    assertThat(Reading.of(idle).faults()).isEmpty();
    Map<String, String> postgres =
        Map.of("backend", "postgres", "postgres_dsn", "postgres://h/d", "db_path", "a.db");
    assertThat(Reading.of(postgres).faults()).isEmpty();
  }

  @Test
  void both_stores_read_the_same_settings_of_encryption() {
    for (String backend : List.of("sqlite", "postgres")) {
      Map<String, String> store = Map.of("backend", backend, "postgres_dsn", "postgres://h/d");
      Map<String, String> key = new TreeMap<>(store);
      key.put("encryption_key", "k");
      assertThat(Reading.of(key).faults())
          .containsExactly(
              "encryption_key: is not read from here; encryption_key_file names a file with the key");
      Map<String, String> file = new TreeMap<>(store);
      file.put("encryption_key_file", "none");
      assertThat(Reading.of(file).faults())
          .containsExactly("encryption_key_file: names a file that cannot be read: none");
    }
  }

  @Test
  void data_keys_in_another_database_need_a_key() {
    Map<String, String> keys =
        Map.of(
            "backend", "postgres",
            "postgres_dsn", "postgres://h/d",
            "postgres_keys_dsn", "postgres://k/e");
    assertThat(Reading.of(keys).faults())
        .containsExactly("postgres_keys_dsn: needs encryption_key_file or key_provider");
  }

  @Test
  void it_says_the_default_of_each() throws IOException {
    Map<String, String> all = written();
    // Set to nothing they are refused, so that nobody takes a store for encrypted that is not, or a
    // server for one that asks for keys.
    all.keySet().removeAll(Set.of("encryption_key_file", "principals"));
    Reading written = Reading.of(all);
    assertThat(written.faults()).isEmpty();
    assertThat(written.config().answers())
        .containsExactlyInAnyOrderEntriesOf(Reading.of(Map.of()).config().answers());
  }
}
