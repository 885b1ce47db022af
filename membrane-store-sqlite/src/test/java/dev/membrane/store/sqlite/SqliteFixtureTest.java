package dev.membrane.store.sqlite;

import dev.membrane.spi.MemoryStore;
import dev.membrane.testing.fixture.Fixture;
import dev.membrane.testing.fixture.FixtureTck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
