package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.RelearningTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresRelearningTest extends RelearningTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }
}
