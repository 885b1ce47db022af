package dev.membrane.store.sqlite;

import dev.membrane.testing.fixture.Fixture;
import dev.membrane.testing.fixture.FixtureWriter;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Run by hand before a release; {@code membrane-testing/README.md} says how. */
class WriteFixture {

  @Test
  void the_version_that_is_named_writes_its_fixture() throws IOException {
    String version = System.getProperty("membrane.fixture");
    FixtureWriter.write(Fixture.of(version), SqliteStore::open);
  }
}
