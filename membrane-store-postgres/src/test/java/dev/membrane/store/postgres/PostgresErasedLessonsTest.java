package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.ErasedLessonsTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresErasedLessonsTest extends ErasedLessonsTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }
}
