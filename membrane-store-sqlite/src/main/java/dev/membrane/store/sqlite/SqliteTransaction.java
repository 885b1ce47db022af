package dev.membrane.store.sqlite;

import dev.membrane.store.jdbc.Transaction;
import java.sql.SQLException;

/** Transactions of the only writer of a file. */
record SqliteTransaction(Sql sql) implements Transaction {

  @Override
  public void begin() throws SQLException {
    sql.update("BEGIN IMMEDIATE");
  }

  @Override
  public void rollBack() throws SQLException {
    sql.update("ROLLBACK");
  }

  @Override
  public void commit() throws SQLException {
    sql.update("COMMIT");
  }

  /** It shows when something of it is undone. */
  @Override
  public boolean isLost(SQLException failure) {
    return false;
  }

  @Override
  public boolean hasOtherWriters() {
    return false;
  }
}
