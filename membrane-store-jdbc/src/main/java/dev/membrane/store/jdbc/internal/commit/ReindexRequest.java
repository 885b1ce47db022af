package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.commit.Key;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.KeyTable;
import java.sql.SQLException;
import java.util.List;

/**
 * Asks the engine to read the terms of all records again, after a migration to a version that reads
 * other terms in the same text. The texts to embed are as they were.
 */
public final class ReindexRequest {

  private static final String ANY_RECORD = "SELECT 1 FROM memory LIMIT 1";

  private ReindexRequest() {}

  /** Leaves the request in a store that has records, unless one is there that asks for more. */
  public static void add(WriteTransaction sql) throws SQLException {
    boolean hasRecords = sql.first(row -> row.getLong(1), ANY_RECORD) != null;
    if (hasRecords && KeyTable.find(sql, List.of(Key.FORMER_TERMS.name())).isEmpty()) {
      KeyTable.add(sql, Key.FORMER_TERMS);
      sql.flush();
    }
  }
}
