package dev.membrane.store.postgres;

/** Data keys that stand in the database of the memory. */
final class OwnDataKeyTable extends DataKeyTable {

  OwnDataKeyTable(Database database) {
    super(database);
  }
}
