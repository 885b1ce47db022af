package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteConfigTest {

  @Test
  void the_file_is_membrane_db_unless_said_otherwise() {
    assertThat(SqliteConfig.from(new Config(Map.of())).path()).isEqualTo(Path.of("membrane.db"));
    assertThat(SqliteConfig.from(config("db_path", "/data/m.db")).path())
        .isEqualTo(Path.of("/data/m.db"));
  }

  @Test
  void an_encryption_key_is_a_fault_as_there_is_no_encryption() {
    Config config = config("encryption_key", "secret");
    SqliteConfig.from(config);
    assertThat(config.faults())
        .containsExactly(
            "encryption_key: is not supported yet: there is no encryption of the database;"
                + " when there is, encryption_key_file names a file with the key");
  }

  @Test
  void the_provider_opens_nothing_before_it_is_asked_to(@TempDir Path folder) {
    Path path = folder.resolve("m.db");
    StoreProvider provider =
        ServiceLoader.load(StoreProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.name().equals("sqlite"))
            .findFirst()
            .orElseThrow();
    Supplier<MemoryStore> opening =
        provider.create(new PluginContext(config("db_path", path.toString())));
    assertThat(path).doesNotExist();
    opening.get().close();
    assertThat(Files.exists(path)).isTrue();
  }

  private static Config config(String key, String value) {
    return new Config(Map.of(key, new JsonString(value)));
  }
}
