package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.PastAnswersTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresPastAnswersTest extends PastAnswersTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int operations() {
    return 80;
  }
}
