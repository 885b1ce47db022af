package dev.membrane.server.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which embedder the server uses, and what becomes of it. */
class EmbedderChoiceTest {

  @TempDir Path folder;

  private Server start(String... keysAndValues) {
    Map<String, JsonValue> values = new TreeMap<>();
    values.put("backend", new JsonString("memory"));
    values.put("plugins.memory.diary", diary());
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new JsonString(keysAndValues[i + 1]));
    }
    return Server.start(new Config(values));
  }

  private Server startQuiet(String key, String value) {
    return start("embedder", "quiet", "plugins.quiet.diary", diary().value(), key, value);
  }

  private List<String> faults(String... keysAndValues) {
    return catchThrowableOfType(StartException.class, () -> start(keysAndValues).close()).faults();
  }

  private JsonString diary() {
    return new JsonString(folder.resolve("diary").toString());
  }

  private List<String> written() throws IOException {
    return Files.readAllLines(folder.resolve("diary"));
  }

  @Test
  void without_one_nothing_is_embedded() {
    for (String none : List.of("none", "")) {
      try (Server server = start("embedder", none)) {
        assertThat(server.summary()).isEqualTo("store memory");
      }
    }
  }

  @Test
  void settings_of_one_that_is_there_but_off_are_no_fault() {
    start("plugins.quiet.diary", "unused", "plugins.silent.word", "unused").close();
    assertThat(faults("plugins.loud.diary", "x", "plugins.memory.dairy", "x"))
        .containsExactly(
            "plugins.loud.diary: unknown key, did you mean plugins.memory.diary?",
            "plugins.memory.dairy: unknown key, did you mean plugins.memory.diary?");
  }

  @Test
  void a_ceiling_is_checked_where_nothing_is_asked() {
    assertThat(faults("llm_max_sensitivity", "secret"))
        .singleElement()
        .asString()
        .startsWith("llm_max_sensitivity: ");
  }

  @Test
  void the_one_that_is_named_embeds_and_is_closed_after_the_memory() throws IOException {
    try (Server server = startQuiet("plugins.quiet.stuck", "false")) {
      assertThat(server.summary()).isEqualTo("store memory; embedder quiet-1");
    }
    assertThat(written()).containsExactly("store opened", "store closed", "embedder closed");
  }

  @Test
  void one_that_cannot_be_closed_does_not_spoil_a_clean_end() throws IOException {
    startQuiet("plugins.quiet.stuck", "true").close();
    assertThat(written()).endsWith("store closed", "embedder closed");
  }

  @Test
  void a_name_that_nobody_has_is_a_fault() {
    assertThat(faults("embedder", "loud"))
        .containsExactly("embedder: no plugin is named loud (there is: quiet)");
    assertThat(folder.resolve("diary")).doesNotExist();
  }

  @Test
  void what_it_misses_stops_the_start_before_the_store_is_opened() {
    assertThat(faults("embedder", "quiet", "plugins.quiet.missing", "the voice"))
        .containsExactly("embedder quiet: the voice is missing; set embedder: none");
    assertThat(folder.resolve("diary")).doesNotExist();
  }

  @Test
  void a_store_that_keeps_no_vectors_is_refused_and_closed() throws IOException {
    assertThat(faults("embedder", "quiet", "plugins.memory.vectors", "false"))
        .containsExactly("embedder: memory keeps no vectors; set embedder: none");
    assertThat(written()).containsExactly("store opened", "store closed");
    start("plugins.memory.vectors", "false").close();
  }

  @Test
  void keys_of_one_that_is_not_there_are_unknown_beside_any_that_is() {
    assertThat(faults("embedder", "quiet", "embedding_model", "large", "embedding_dimensions", "3"))
        .containsExactly("embedding_dimensions: unknown key", "embedding_model: unknown key");
  }
}
