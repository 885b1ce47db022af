package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalMemoryTest {

  @TempDir Path folder;

  @Test
  void a_store_that_is_kept_in_no_file_is_opened_once() throws IOException {
    Path diary = folder.resolve("diary");
    Config config =
        new Config(
            Map.of(
                "backend", new JsonString("memory"),
                "plugins.memory.diary", new JsonString(diary.toString())));
    Server.check(config);
    LocalMemory.openExisting(config).close();
    assertThat(Files.readAllLines(diary)).containsExactly("store opened", "store closed");
  }
}
