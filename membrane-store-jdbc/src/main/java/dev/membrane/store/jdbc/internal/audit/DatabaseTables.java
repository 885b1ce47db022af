package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import java.sql.SQLException;
import java.util.List;

/** Checks the tables that only one of the stores has. Used once, by one thread. */
public interface DatabaseTables {

  /**
   * A record that can be read.
   *
   * @param row what its rows must be
   * @param spaces those that its row names
   */
  record Placed(RecordRow row, long rid, List<Long> spaces) {}

  /** Reports the heads of all scopes. */
  void reportHeads(Inspection inspection) throws SQLException;

  /** Compares rows that belong to some records, or notes what they must be. */
  void check(List<Placed> records, StoredCheck check) throws SQLException;

  /** After all records: checks the rows that belong to none alone. */
  void checkRest(StoredCheck check) throws SQLException;
}
