package dev.membrane.store.postgres;

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
 * its own, so that the one that fails leaves no trace among the others.
 *
 * <p>The writers of all nodes take turns: each holds a lock for the length of its transaction. They
 * would wait for each other anyhow, for the counts that all of them change, and so none can be
 * caught in a deadlock, and the records arrive in the order of their numbers.
 */
final class Batch {

  private final Sql sql;
  private final Tables tables;
  private final String turn;
  private final List<Pending> applied = new ArrayList<>();
  private final Map<Pending, Failure> failed = new LinkedHashMap<>();
  private Effects effects = new Effects();

  /** What is written by more than one statement. */
  record Tables(RecordTables records, EmbeddingTable embeddings) {

    static Tables of(Sql sql) {
      return new Tables(new RecordTables(sql), new EmbeddingTable(sql));
    }

    void forget() {
      records.forget();
      embeddings.forget();
    }
  }

  Batch(Sql sql, Tables tables, String turn) {
    this.sql = sql;
    this.tables = tables;
    this.turn = turn;
  }

  /**
   * Applies changesets, as many as do not fail. Nothing stands before {@link #commit}.
   *
   * @throws SQLException if the transaction itself cannot go on
   */
  void apply(List<Pending> changesets) throws SQLException {
    takeTurn();
    if (!areAllApplied(changesets)) {
      applied.clear();
      effects = new Effects();
      sql.forget();
      sql.connection().rollback();
      tables.forget();
      takeTurn();
      for (Pending pending : changesets) {
        apply(pending);
      }
    }
    tables.records().pools().write(effects);
    AuditTable.writeTotals(sql, effects);
    HeadTable.add(sql, effects.heads());
    sql.flush();
  }

  /** Makes it durable. */
  void commit() throws SQLException {
    sql.connection().commit();
  }

  /** Tells all callers; not before the commit, as one may have failed for what another did. */
  void tell() {
    applied.forEach(Pending::succeed);
    failed.forEach(Pending::fail);
  }

  private void takeTurn() throws SQLException {
    sql.all(row -> true, turn);
    tables.records().begin();
  }

  private boolean areAllApplied(List<Pending> changesets) throws SQLException {
    try {
      for (Pending pending : changesets) {
        apply(pending.changeset(), effects);
        applied.add(pending);
      }
      sql.flush();
      return true;
    } catch (ConflictException conflict) {
      return false;
    } catch (SQLException failure) {
      if (SqlStates.isOfTransaction(failure)) {
        throw failure;
      }
      return false;
    }
  }

  private void apply(Pending pending) throws SQLException {
    sql.update("SAVEPOINT changeset");
    try {
      Effects own = new Effects();
      apply(pending.changeset(), own);
      sql.update("RELEASE SAVEPOINT changeset");
      effects.add(own);
      applied.add(pending);
    } catch (ConflictException conflict) {
      undo();
      failed.put(pending, () -> new ConflictException(String.valueOf(conflict.getMessage())));
    } catch (SQLException failure) {
      if (SqlStates.isOfTransaction(failure)) {
        throw failure;
      }
      undo();
      failed.put(pending, Failure.unavailable(failure));
    }
  }

  private void undo() throws SQLException {
    sql.forget();
    sql.update("ROLLBACK TO SAVEPOINT changeset");
    sql.update("RELEASE SAVEPOINT changeset");
    tables.forget();
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
      tables.embeddings().put(embedding);
    }
    for (Key key : changeset.keysAdded()) {
      KeyTable.add(sql, key);
    }
    for (QueueRow row : changeset.rowsAdded()) {
      QueueTable.put(sql, row);
    }
  }

  private void apply(Step step, Effects own) throws SQLException {
    RecordTables records = tables.records();
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
