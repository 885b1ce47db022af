package dev.membrane.store.postgres;

import dev.membrane.spi.store.MemoryStore;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Encrypted or not, a store gives the same answers, to the last bit of every score. */
final class EncryptedDifferentialTest extends BesideSqliteTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.encrypted();

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(schemas.next());
  }

  @Override
  protected int trials() {
    return 6;
  }
}
