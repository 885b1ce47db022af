package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.RaceTck;

final class InMemoryRaceTest extends RaceTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
