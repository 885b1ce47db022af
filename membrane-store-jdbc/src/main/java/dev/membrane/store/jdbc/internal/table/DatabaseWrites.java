package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Conflict;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Writes the tables that differ between the stores: words, vectors and heads of audit logs. For the
 * writer.
 */
public interface DatabaseWrites {

  /**
   * Makes sure that an id was never used, in whichever scope, where the tables of records do not.
   *
   * @param used what it is if the id was used
   */
  void claim(String id, String scope, Conflict used) throws SQLException;

  /** A record was added that has some words. */
  void insert(SpacePosition at, ListedWords words, SharedChanges shared) throws SQLException;

  /** Removes all that {@link #insert} and {@link #count} have written. */
  void clear() throws SQLException;

  /**
   * A record was changed.
   *
   * @param words those that it had
   */
  void replace(
      SpacePosition before,
      ListedWords words,
      SpacePosition after,
      RecordRow row,
      SharedChanges shared)
      throws SQLException;

  /** A record was deleted. */
  void delete(SpacePosition at, ListedWords words, SharedChanges shared) throws SQLException;

  /** Puts vectors. */
  void embed(List<VectorRow> vectors, SharedChanges shared) throws SQLException;

  /** Adds to the counts of words, by pool and word; no number is 0. */
  void count(Map<Long, Map<String, Long>> words) throws SQLException;

  /**
   * Adds to the heads, by scope; an empty one is none.
   *
   * @throws dev.membrane.spi.store.UnreadableScopeException if the head of one cannot be read
   */
  void addHeads(Map<String, AuditHead> heads) throws SQLException;

  /** Adds to the totals of audit entries, by scope and action; an empty scope is none. */
  void addTotals(Map<String, Map<AuditAction, Long>> totals) throws SQLException;

  /**
   * Whether the log of the figures may be merged, which one writer of a database does at a time; it
   * is the only one until its transaction ends.
   */
  boolean mayMergeFigures() throws SQLException;

  /** Writes what else was collected, before the commit. */
  void finish(SharedChanges shared) throws SQLException;
}
