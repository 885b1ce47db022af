package dev.membrane.store.sqlite;

import dev.membrane.spi.ConflictException;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import dev.membrane.store.jdbc.Failure;
import dev.membrane.store.jdbc.Pending;
import dev.membrane.store.jdbc.PreparedChangeset;
import dev.membrane.store.jdbc.Step;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One transaction for several changesets. Nearly always all succeed, so they are first applied just
 * one after the other. If one fails, all are undone and applied again, each within a savepoint of
 * its own, so that the one that fails leaves no trace among the others: a savepoint makes SQLite
 * copy every page that is written within it.
 */
final class Batch {

  private final Sql sql;
  private final RecordTables records;
  private final List<Pending> applied = new ArrayList<>();
  private final Map<Pending, Failure> failed = new LinkedHashMap<>();
  private Effects effects = new Effects();

  Batch(Sql sql, RecordTables records) {
    this.sql = sql;
    this.records = records;
  }

  /**
   * Applies changesets, as many as do not fail.
   *
   * @throws SQLException if the transaction itself cannot go on
   */
  void apply(List<Pending> changesets) throws SQLException {
    sql.update("BEGIN IMMEDIATE");
    if (!areAllApplied(changesets)) {
      applied.clear();
      effects = new Effects();
      records.forget();
      sql.update("BEGIN IMMEDIATE");
      for (Pending pending : changesets) {
        apply(pending);
      }
    }
  }

  private boolean areAllApplied(List<Pending> changesets) throws SQLException {
    try {
      for (Pending pending : changesets) {
        apply(pending.changeset(), effects);
        applied.add(pending);
      }
      return true;
    } catch (ConflictException conflict) {
      sql.update("ROLLBACK");
    } catch (SQLException failure) {
      rollBackAfter(failure);
    }
    return false;
  }

  /** If the transaction is lost already, what failed first is the cause. */
  private void rollBackAfter(SQLException failure) throws SQLException {
    try {
      sql.update("ROLLBACK");
    } catch (SQLException lost) {
      failure.addSuppressed(lost);
      throw failure;
    }
  }

  /** Makes it durable. */
  void commit() throws SQLException {
    PostingTable.write(sql, effects);
    records.pools().write(effects);
    AuditTable.writeTotals(sql, effects);
    if (effects.hasDeletions()) {
      Cleaner.note(sql);
    }
    HeadTable.add(sql, effects.heads());
    sql.update("COMMIT");
  }

  /** How many changesets stand once {@link #commit} has returned. */
  int size() {
    return applied.size();
  }

  /** What {@link #commit} does to what many records share. */
  Effects effects() {
    return effects;
  }

  /** Tells all callers; not before the commit, as one may have failed for what another did. */
  void tell() {
    applied.forEach(Pending::succeed);
    failed.forEach(Pending::fail);
  }

  private void apply(Pending pending) throws SQLException {
    sql.update("SAVEPOINT changeset");
    try {
      Effects own = new Effects();
      apply(pending.changeset(), own);
      sql.update("RELEASE changeset");
      effects.add(own);
      applied.add(pending);
    } catch (ConflictException conflict) {
      undo();
      failed.put(pending, () -> new ConflictException(String.valueOf(conflict.getMessage())));
    } catch (SQLException failure) {
      undoAfter(failure);
      failed.put(pending, Failure.unavailable(failure));
    }
  }

  /** If the whole transaction is lost, so is the savepoint; then what failed first is the cause. */
  private void undoAfter(SQLException failure) throws SQLException {
    try {
      undo();
    } catch (SQLException lost) {
      failure.addSuppressed(lost);
      throw failure;
    }
  }

  private void undo() throws SQLException {
    sql.update("ROLLBACK TO changeset");
    sql.update("RELEASE changeset");
    records.forget();
  }

  private void apply(PreparedChangeset changeset, Effects own) throws SQLException {
    for (Key key : changeset.keysRemoved()) {
      KeyTable.remove(sql, key);
    }
    for (QueueRow row : changeset.rowsDone()) {
      QueueTable.finish(sql, row);
    }
    for (Step step : changeset.steps()) {
      apply(step, own);
    }
    for (Embedding embedding : changeset.embeddings()) {
      EmbeddingTable.put(sql, embedding, own);
    }
    for (Key key : changeset.keysAdded()) {
      KeyTable.add(sql, key);
    }
    for (QueueRow row : changeset.rowsAdded()) {
      QueueTable.put(sql, row);
    }
  }

  private void apply(Step step, Effects own) throws SQLException {
    if (step instanceof Step.Insert insert) {
      records.insert(insert, own);
    } else if (step instanceof Step.Replace replace) {
      records.replace(replace, own);
    } else if (step instanceof Step.Delete delete) {
      records.delete(delete, own);
    } else if (step instanceof Step.Bury bury) {
      records.bury(bury, own);
    }
  }
}
