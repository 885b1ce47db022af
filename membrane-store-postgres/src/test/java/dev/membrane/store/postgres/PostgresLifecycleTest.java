package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.LifecycleTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresLifecycleTest extends LifecycleTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int tries() {
    return 2;
  }
}
