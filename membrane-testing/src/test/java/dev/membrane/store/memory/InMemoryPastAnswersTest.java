package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.PastAnswersTck;

final class InMemoryPastAnswersTest extends PastAnswersTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
