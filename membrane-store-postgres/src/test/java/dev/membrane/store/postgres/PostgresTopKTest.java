package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.TopKTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresTopKTest extends TopKTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int sets() {
    return 100;
  }
}
