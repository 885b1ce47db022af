package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.schema.MembraneException;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import dev.membrane.store.jdbc.internal.history.FormerVectors;
import dev.membrane.store.jdbc.internal.history.VersionTable;
import dev.membrane.store.jdbc.internal.runs.RunTable;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.table.DatabaseWrites;
import dev.membrane.store.jdbc.internal.table.FigureTable;
import dev.membrane.store.jdbc.internal.table.FormerKeys;
import dev.membrane.store.jdbc.internal.table.KeyTable;
import dev.membrane.store.jdbc.internal.table.Models;
import dev.membrane.store.jdbc.internal.table.QueueTable;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.table.VectorRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One transaction for several changesets. They nearly always all succeed, so they are first applied
 * one after the other without savepoints, since a savepoint makes SQLite copy every page that is
 * written within it. If one fails, all are undone and applied again, each within a savepoint of its
 * own, so that the one that fails leaves no trace.
 */
public final class Batch {

  private final BatchSession session;
  private final List<QueuedCommit> applied = new ArrayList<>();
  private final Map<QueuedCommit, QueuedCommit.CommitFailure> failed = new LinkedHashMap<>();
  private SharedChanges shared = new SharedChanges();

  /** A writing connection, and what is known of its database. Used by one thread at a time. */
  static final class BatchSession {
    private final WriteTransaction sql;
    private final DatabaseWrites database;
    private final RecordTables records;
    private final RunTable runs;
    private final Models models;
    private final FigureTable figures;

    /** Nothing is known yet. */
    BatchSession(WriteTransaction sql, DatabaseWrites database) {
      this.sql = sql;
      this.database = database;
      this.records = new RecordTables(sql, database);
      this.runs = new RunTable(sql, records.pools());
      this.models = new Models(sql);
      this.figures = new FigureTable(sql);
    }

    private void begin(List<QueuedCommit> changesets) throws SQLException {
      sql.begin(
          () ->
              PreparedChangeset.writeSet(
                  changesets.stream().map(QueuedCommit::changeset).toList()));
    }

    private void rollBack() throws SQLException {
      sql.forget();
      sql.rollBack();
      forget();
    }

    private void forget() {
      records.forget();
      models.forget();
    }
  }

  /** Nothing is applied yet. */
  Batch(BatchSession session) {
    this.session = session;
  }

  /**
   * Applies all changesets that do not fail. Nothing is permanent before {@link #commit}.
   *
   * @throws SQLException if the transaction itself cannot go on
   */
  public void apply(List<QueuedCommit> changesets) throws SQLException {
    session.begin(changesets);
    if (!areAllApplied(changesets)) {
      applied.clear();
      shared = new SharedChanges();
      session.begin(changesets);
      for (QueuedCommit pending : changesets) {
        apply(pending);
      }
    }
    session.database.finish(shared);
    session.records.pools().write(shared);
    session.database.addTotals(shared.audits());
    session.figures.write(shared, session.database);
    session.sql.flush();
  }

  private boolean areAllApplied(List<QueuedCommit> changesets) throws SQLException {
    try {
      session.records.readAhead(changesets.stream().map(QueuedCommit::changeset).toList());
      for (QueuedCommit pending : changesets) {
        apply(pending.changeset(), shared);
        applied.add(pending);
      }
      session.database.addHeads(shared.heads());
      session.sql.flush();
      return true;
    } catch (ConflictException | UnreadableRecordException | UnreadableScopeException refused) {
      session.rollBack();
    } catch (SQLException failure) {
      undoAfter(failure, session::rollBack);
    }
    return false;
  }

  /** Undoes something. */
  @FunctionalInterface
  private interface Undo {
    void run() throws SQLException;
  }

  /** If the whole transaction is lost, what failed first is the cause. */
  private void undoAfter(SQLException failure, Undo undo) throws SQLException {
    if (session.sql.isLost(failure)) {
      throw failure;
    }
    try {
      undo.run();
    } catch (SQLException lost) {
      failure.addSuppressed(lost);
      throw failure;
    }
  }

  /** Makes it durable. */
  public void commit() throws SQLException {
    session.sql.commit();
  }

  /** How many changesets stand once {@link #commit} has returned. */
  public int size() {
    return applied.size();
  }

  /** What {@link #commit} does to what many records share. */
  public SharedChanges shared() {
    return shared;
  }

  /** Tells all callers; not before the commit, as one may have failed for what another did. */
  public void tell() {
    applied.forEach(QueuedCommit::succeed);
    failed.forEach(QueuedCommit::fail);
  }

  private void apply(QueuedCommit pending) throws SQLException {
    session.sql.update("SAVEPOINT changeset");
    try {
      SharedChanges ofOne = new SharedChanges();
      apply(pending.changeset(), ofOne);
      session.database.addHeads(ofOne.heads());
      session.sql.update("RELEASE SAVEPOINT changeset");
      shared.add(ofOne);
      applied.add(pending);
    } catch (ConflictException | UnreadableRecordException | UnreadableScopeException refused) {
      undo();
      failed.put(pending, () -> again(refused));
    } catch (SQLException failure) {
      undoAfter(failure, this::undo);
      failed.put(pending, QueuedCommit.CommitFailure.unavailable(failure));
    }
  }

  /** The same refusal, with the stack of the thread that is told. */
  private static RuntimeException again(MembraneException refused) {
    if (refused instanceof UnreadableRecordException record) {
      return new UnreadableRecordException(
          record.id(), Objects.requireNonNullElse(record.getCause(), record));
    }
    if (refused instanceof UnreadableScopeException scope) {
      return new UnreadableScopeException(
          scope.scope(), scope.reason(), scope.isOfOtherKey(), scope);
    }
    return new ConflictException(String.valueOf(refused.getMessage()));
  }

  private void undo() throws SQLException {
    session.sql.forget();
    session.sql.update("ROLLBACK TO SAVEPOINT changeset");
    session.sql.update("RELEASE SAVEPOINT changeset");
    session.forget();
  }

  private void apply(PreparedChangeset prepared, SharedChanges collected) throws SQLException {
    WriteTransaction sql = session.sql;
    if (prepared.destroyedKeys() != sql.dialect().cipher().destroyedKeys()) {
      throw new ConflictException("a data key was destroyed after the changeset was prepared");
    }
    Changeset changeset = prepared.whole();
    session.records.erase(changeset.rationalesErased(), collected);
    FormerKeys.end(sql, changeset, collected);
    for (Key key : changeset.keysRemoved()) {
      KeyTable.remove(sql, key);
      collected.changedKeys().add(key.name());
    }
    for (QueueRow row : changeset.rowsDone()) {
      QueueTable.finish(sql, row);
    }
    for (Step step : prepared.steps()) {
      apply(step, changeset.history().at(), collected);
    }
    if (!changeset.embeddings().isEmpty()) {
      embed(changeset.embeddings(), changeset.history().at(), collected);
    }
    for (Key key : changeset.keysAdded()) {
      KeyTable.add(sql, key);
      collected.changedKeys().add(key.name());
    }
    for (QueueRow row : changeset.rowsAdded()) {
      QueueTable.put(sql, row);
    }
    session.runs.write(changeset, collected);
    erase(changeset.history().erased().records(), collected);
    Instant expired = changeset.history().expired();
    if (expired != null && ExpiredStates.remove(sql, expired)) {
      collected.delete();
    }
  }

  /** Erases the former states of records, those included that other steps have kept. */
  private void erase(List<String> ids, SharedChanges collected) throws SQLException {
    WriteTransaction sql = session.sql;
    VersionTable.erase(sql, ids);
    FormerVectors.erase(sql, ids);
    for (String id : ids) {
      FormerKeys.removeOwnedBy(sql, id);
      collected.delete();
    }
  }

  private void apply(Step step, @Nullable Instant at, SharedChanges collected) throws SQLException {
    RecordTables records = session.records;
    Change change = step.change();
    if (change instanceof Change.Insert insert) {
      records.insert(insert, step.written(), collected);
    } else if (change instanceof Change.Replace replace) {
      records.replace(replace, step.written(), at, collected);
    } else if (change instanceof Change.Reindex reindex) {
      records.reindex(reindex.versionSeen(), step.written(), collected);
    } else if (change instanceof Change.Delete delete) {
      records.delete(delete, at, collected);
    } else if (change instanceof Change.Bury bury) {
      records.bury(bury, collected);
    }
  }

  private void embed(List<Embedding> given, @Nullable Instant at, SharedChanges collected)
      throws SQLException {
    WriteTransaction sql = session.sql;
    Map<String, Long> models = new HashMap<>();
    for (Embedding embedding : given) {
      models.put(embedding.model(), session.models.idOf(embedding.model()));
    }
    List<Embedding> others = at == null ? given : FormerVectors.replace(sql, given, models, at);
    if (!others.isEmpty()) {
      session.database.embed(VectorRow.of(sql, others, models, at), collected);
    }
  }
}
