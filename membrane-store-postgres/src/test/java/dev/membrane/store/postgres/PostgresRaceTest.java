package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.RaceTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresRaceTest extends RaceTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int rounds() {
    return 8;
  }
}
