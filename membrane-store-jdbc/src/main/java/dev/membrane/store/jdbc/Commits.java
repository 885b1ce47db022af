package dev.membrane.store.jdbc;

import java.sql.SQLException;
import java.util.List;

/** What the {@link Writer} of a store does; by its thread alone, but for {@link #close}. */
public interface Commits {

  /** Before the first batch. */
  default void begin() {}

  /** Until something waits, or at all: what else there is to do. */
  default void idle(CommitQueue queue) {}

  /**
   * Commits changesets in one transaction and tells their callers. If that fails none is told.
   *
   * @throws SQLException or a {@link RuntimeException} if the transaction failed
   */
  void commit(List<Pending> batch) throws SQLException;

  /** After a failure nothing is known of the connection; the next batch opens another. */
  void drop();

  /** Closes the connection, after the last batch. */
  void close();
}
