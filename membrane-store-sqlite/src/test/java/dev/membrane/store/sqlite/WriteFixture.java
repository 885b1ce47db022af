package dev.membrane.store.sqlite;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.testing.fixture.Fixture;
import dev.membrane.testing.fixture.FixtureTck;
import dev.membrane.testing.fixture.FixtureWriter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Run by hand before a release; {@code membrane-testing/README.md} says how. */
class WriteFixture {

  @Test
  void the_version_that_is_named_writes_its_fixture() throws IOException {
    String version = System.getProperty("membrane.fixture");
    Fixture fixture = Fixture.of(version);
    FixtureWriter.write(fixture, SqliteStore::open);
    Path key = KeyFiles.make(fixture.folder().resolve("encrypted.key"));
    SqliteConfig config =
        new SqliteConfig(fixture.folder().resolve("encrypted.db"), Synchronous.FULL);
    try (MemoryStore store = SqliteStore.open(config.encryptedWith(key))) {
      FixtureTck.load(fixture, store);
    }
  }
}
