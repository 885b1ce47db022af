package dev.membrane.store.postgres;

import dev.membrane.spi.MemoryStore;

/** Encrypted or not, a store gives the same answers, to the last bit of every score. */
final class EncryptedDifferentialTest extends BesideSqliteTck {

  @Override
  protected MemoryStore openStore() {
    return PostgresStore.open(EncryptedDatabases.fresh());
  }

  @Override
  protected int trials() {
    return 6;
  }
}
