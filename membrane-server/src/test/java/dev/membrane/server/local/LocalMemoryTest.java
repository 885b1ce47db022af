package dev.membrane.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalMemoryTest {

  @TempDir Path folder;

  private List<String> diaryOfOne(Map<String, String> others) throws IOException {
    String diary = folder.resolve("diary").toString();
    Map<String, JsonValue> values = new TreeMap<>();
    values.put("backend", new JsonString("memory"));
    values.put("plugins.memory.diary", new JsonString(diary));
    others.forEach((key, value) -> values.put(key, new JsonString(value)));
    LocalMemory.openExisting(new Config(values)).close();
    return Files.readAllLines(Path.of(diary));
  }

  @Test
  void a_store_that_is_kept_in_no_file_is_opened_once() throws IOException {
    assertThat(diaryOfOne(Map.of())).containsExactly("store opened", "store closed");
  }

  @Test
  void an_embedder_that_a_key_of_its_own_chooses_embeds() throws IOException {
    String diary = folder.resolve("diary").toString();
    assertThat(diaryOfOne(Map.of("quiet_voice", "low", "plugins.quiet.diary", diary)))
        .containsExactly("store opened", "store closed", "embedder closed");
  }
}
