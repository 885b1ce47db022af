package dev.membrane.store.postgres;

/** Data keys that stand in the database of the memory. */
final class OwnKeys extends DatabaseKeys {

  OwnKeys(Database database) {
    super(database);
  }
}
