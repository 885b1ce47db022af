package dev.membrane.store.postgres.internal.crypto;

import dev.membrane.store.postgres.internal.database.Database;

/** Data keys that stand in the database of the memory. */
public final class OwnDataKeyTable extends DataKeyTable {

  public OwnDataKeyTable(Database database) {
    super(database);
  }
}
