package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.fixture.FixtureTck;

final class InMemoryFixtureTest extends FixtureTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
