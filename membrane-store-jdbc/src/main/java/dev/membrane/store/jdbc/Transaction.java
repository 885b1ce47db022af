package dev.membrane.store.jdbc;

import java.sql.SQLException;

/** How the writing connection begins and ends its transactions. */
public interface Transaction {

  /** Begins one. */
  void begin() throws SQLException;

  /** Undoes it. */
  void rollBack() throws SQLException;

  /** Makes it durable. */
  void commit() throws SQLException;

  /** Whether a failure is one of the whole transaction, not of a statement. */
  boolean isLost(SQLException failure);

  /** Whether others write between two of them. */
  boolean hasOtherWriters();
}
