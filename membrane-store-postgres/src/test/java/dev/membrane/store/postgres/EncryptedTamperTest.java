package dev.membrane.store.postgres;

/** The same of an encrypted database. */
final class EncryptedTamperTest extends PostgresTamperTest {

  @Override
  PostgresConfig fresh() {
    return EncryptedDatabases.fresh();
  }
}
