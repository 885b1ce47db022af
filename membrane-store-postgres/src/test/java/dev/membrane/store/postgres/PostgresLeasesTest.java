package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.LeasesTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresLeasesTest extends LeasesTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = schemas.next();
    return openAgain();
  }

  @Override
  protected MemoryStore openAgain() {
    return PostgresStore.open(config);
  }
}
