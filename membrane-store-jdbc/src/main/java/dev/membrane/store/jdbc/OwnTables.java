package dev.membrane.store.jdbc;

import dev.membrane.spi.Inspection;
import java.sql.SQLException;
import java.util.List;

/** Checks the tables that only one of the stores has. Used once, by one thread. */
public interface OwnTables {

  /**
   * A record that can be read.
   *
   * @param row what its rows must be
   * @param spaces those that its row names
   */
  record Placed(RecordRow row, long rid, List<Long> spaces) {}

  /** Tells the heads of all scopes. */
  void tellHeads(Inspection inspection) throws SQLException;

  /** Compares rows that belong to some records, or notes what they must be. */
  void tell(List<Placed> records, StoredCheck check) throws SQLException;

  /** After all records: tells the rows that belong to none alone. */
  void tellRest(StoredCheck check) throws SQLException;
}
