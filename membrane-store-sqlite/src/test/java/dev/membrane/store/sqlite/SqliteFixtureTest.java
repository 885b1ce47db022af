package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.jdbc.crypto.FileKey;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.testing.fixture.Fixture;
import dev.membrane.testing.fixture.FixtureTck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SqliteFixtureTest extends FixtureTck {

  @TempDir private Path folder;

  @Override
  protected MemoryStore openStore() {
    return SqliteStore.open(folder.resolve("imported.db"));
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void a_database_of_each_version_opens_and_answers_as_then(Fixture fixture) throws IOException {
    Path copy = Files.copy(fixture.database(), folder.resolve("copy.db"));
    try (MemoryStore store = SqliteStore.open(copy)) {
      assertHolds(fixture, store);
    }
  }

  /** The data keys of the first one name no key-encryption key. */
  @ParameterizedTest
  @MethodSource("fixtures")
  void so_does_an_encrypted_one_and_its_key_can_be_changed(Fixture fixture) throws IOException {
    for (String name : List.of("encrypted.db", "encrypted.db-keys", "encrypted.key")) {
      Files.copy(fixture.folder().resolve(name), folder.resolve(name));
    }
    Path key = folder.resolve("encrypted.key");
    KeyFiles.write(key, Files.readString(key), "rw-------");
    SqliteConfig config = new SqliteConfig(folder.resolve("encrypted.db"), Synchronous.NORMAL);
    try (MemoryStore store = SqliteStore.open(config.encryptedWith(key))) {
      assertHolds(fixture, store);
    }
    Path other = KeyFiles.make(folder.resolve("other.key"));
    assertThat(SqliteStore.rotateKeys(config.encryptedWith(key), FileKey.in(other))).isPositive();
    try (MemoryStore store = SqliteStore.open(config.encryptedWith(other))) {
      assertHolds(fixture, store);
    }
  }
}
