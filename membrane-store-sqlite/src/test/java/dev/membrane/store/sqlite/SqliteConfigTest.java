package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.jdbc.crypto.FileKeyProvider;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.store.sqlite.internal.session.Connections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
  void the_file_is_told_to_whoever_looks_for_the_server_of_the_database() {
    SqliteStoreProvider provider = new SqliteStoreProvider();
    assertThat(provider.databaseFile(new Config(Map.of()))).contains(Path.of("membrane.db"));
    assertThat(provider.databaseFile(config("db_path", "/data/m.db")))
        .contains(Path.of("/data/m.db"));
    Config bad = config("db_path", "a\0b");
    assertThat(provider.databaseFile(bad)).isPresent();
    assertThat(bad.faults()).containsExactly("db_path: must be the path of a file");
  }

  @Test
  void commits_survive_a_power_cut_unless_said_otherwise() {
    assertThat(SqliteConfig.from(new Config(Map.of())).synchronous()).isEqualTo(Synchronous.FULL);
    assertThat(SqliteConfig.from(config("sqlite_synchronous", "full")).synchronous())
        .isEqualTo(Synchronous.FULL);
    assertThat(SqliteConfig.from(config("sqlite_synchronous", "normal")).synchronous())
        .isEqualTo(Synchronous.NORMAL);
    Config off = config("sqlite_synchronous", "off");
    SqliteConfig.from(off);
    assertThat(off.faults()).containsExactly("sqlite_synchronous: must be full or normal");
  }

  @Test
  void the_file_is_written_as_said(@TempDir Path folder) throws SQLException {
    for (Synchronous synchronous : Synchronous.values()) {
      try (Connection writing = new Connections(folder.resolve("m.db"), synchronous).writing();
          Statement pragma = writing.createStatement();
          ResultSet level = pragma.executeQuery("PRAGMA synchronous")) {
        assertThat(level.getInt(1)).isEqualTo(synchronous == Synchronous.FULL ? 2 : 1);
      }
    }
  }

  @Test
  void a_key_itself_is_a_fault_as_it_belongs_into_a_file() {
    Config config = config("encryption_key", "secret");
    new FileKeyProvider().check(config);
    assertThat(config.faults())
        .containsExactly(
            "encryption_key: is not read from here; encryption_key_file names a file with the key");
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
