package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import dev.membrane.testing.HistoryTck;
import org.junit.jupiter.api.extension.RegisterExtension;

final class EncryptedHistoryTest extends HistoryTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.encrypted();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }
}
