package dev.membrane.store.memory;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedLessonsTck;

final class InMemoryErasedLessonsTest extends ErasedLessonsTck {

  @Override
  protected MemoryStore openStore() {
    return new InMemoryStore();
  }
}
