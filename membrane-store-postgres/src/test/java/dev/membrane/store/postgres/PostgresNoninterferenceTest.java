package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.NoninterferenceTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresNoninterferenceTest extends NoninterferenceTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int trials() {
    return 12;
  }
}
