package dev.membrane.store.jdbc;

import dev.membrane.spi.AuditHead;
import dev.membrane.spi.Embedding;
import java.sql.SQLException;
import java.util.Map;

/**
 * Writes the tables that differ between the stores: words, vectors and heads of audit logs. For the
 * writer.
 */
public interface OwnWrites {

  /** A record was added. */
  void insert(Standing at, RecordRow row, Effects effects) throws SQLException;

  /**
   * A record was changed.
   *
   * @param words those that it had
   */
  void replace(Standing before, ListedWords words, Standing after, RecordRow row, Effects effects)
      throws SQLException;

  /** A record was deleted. */
  void delete(Standing at, ListedWords words, Effects effects) throws SQLException;

  /**
   * Puts a vector.
   *
   * @param model its number
   */
  void embed(Embedding embedding, long model, Effects effects) throws SQLException;

  /** Adds to the counts of words, by pool and word; no number is 0. */
  void count(Map<Long, Map<String, Long>> words) throws SQLException;

  /** Adds to the heads, by scope; an empty one is none. */
  void addHeads(Map<String, AuditHead> heads) throws SQLException;

  /** Writes what else was collected, before the commit. */
  void finish(Effects effects) throws SQLException;
}
