package dev.membrane.store.postgres;

import dev.membrane.store.jdbc.Transaction;
import java.sql.SQLException;

/**
 * Transactions of the writers of all nodes, which take turns: each holds a lock for the length of
 * its transaction. They would wait for each other anyhow, for the counts that all of them change,
 * and so none can be caught in a deadlock, and the records arrive in the order of their numbers.
 *
 * @param turn the statement that takes the lock
 */
record PostgresTransaction(LaterWrites sql, String turn) implements Transaction {

  @Override
  public void begin() throws SQLException {
    sql.all(row -> true, turn);
  }

  @Override
  public void rollBack() throws SQLException {
    sql.handle().getConnection().rollback();
  }

  @Override
  public void commit() throws SQLException {
    sql.handle().getConnection().commit();
  }

  @Override
  public boolean isLost(SQLException failure) {
    return SqlStates.isOfTransaction(failure);
  }

  @Override
  public boolean hasOtherWriters() {
    return true;
  }
}
