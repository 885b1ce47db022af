package dev.membrane.store.sqlite;

import dev.membrane.spi.ConflictException;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One transaction for several changesets. Each is applied within a savepoint of its own, so that
 * one that fails leaves no trace among the others.
 */
final class Batch {

  private final Sql sql;
  private final RecordTables records;
  private final Effects effects = new Effects();
  private final List<Pending> applied = new ArrayList<>();

  Batch(Sql sql, RecordTables records) {
    this.sql = sql;
    this.records = records;
  }

  /** Those of the changesets that will stand once {@link #commit} returns. */
  List<Pending> applied() {
    return applied;
  }

  /**
   * Applies changesets; those that fail alone are told at once.
   *
   * @throws SQLException if the transaction itself cannot go on
   */
  void apply(List<Pending> changesets) throws SQLException {
    sql.update("BEGIN IMMEDIATE");
    for (Pending pending : changesets) {
      apply(pending);
    }
  }

  /** Makes it durable. */
  void commit() throws SQLException {
    PostingTable.write(sql, effects);
    records.pools().write(effects);
    AuditTable.writeTotals(sql, effects);
    sql.update("COMMIT");
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
      pending.fail(() -> new ConflictException(String.valueOf(conflict.getMessage())));
    } catch (SQLException failure) {
      // If the whole transaction is lost, so is the savepoint, and this fails as well.
      undo();
      pending.failUnavailable(failure);
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
    }
  }
}
