package dev.membrane.store.jdbc.internal.session;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a transaction will touch, as far as its changesets say: a writer that has others next to it
 * waits for those that touch the same.
 *
 * @param scopes of records and runs that come or change; an empty one is none
 * @param ids of records that may be there already, whose scopes are touched too
 * @param runs ids of runs that may be there already, likewise
 * @param keys names of keys that are replaced or removed
 * @param newRecords how many records come, at the most
 * @param newRuns how many runs come, at the most
 */
public record WriteSet(
    Set<String> scopes,
    Set<String> ids,
    Set<String> runs,
    Set<String> keys,
    int newRecords,
    int newRuns) {

  /** The records that a changeset names besides those that it changes. */
  public static Stream<String> idsOf(Changeset changeset) {
    return Stream.of(
            changeset.embeddings().stream().map(Embedding::id),
            changeset.keysRemoved().stream().map(Key::owner),
            changeset.keysAdded().stream().map(Key::owner),
            changeset.rowsDone().stream().map(QueueRow::item),
            changeset.rowsAdded().stream().map(QueueRow::item),
            changeset.rationalesErased().stream().map(ErasedRationales::id),
            changeset.history().erased().records().stream())
        .flatMap(some -> some)
        .filter(Objects::nonNull);
  }

  /** The scopes that a changeset names, in its order; an empty one is none. */
  public static Stream<String> scopesOf(Changeset changeset) {
    return Stream.concat(
        changeset.changes().stream().flatMap(WriteSet::scopeOf),
        changeset.runsKept().stream().map(run -> RecordRow.scope(run.scope())));
  }

  /** The scope that a record has after a change; a deletion names none. */
  private static Stream<String> scopeOf(Change change) {
    if (change instanceof Change.Insert insert) {
      return Stream.of(RecordRow.scope(insert.record().scope()));
    }
    if (change instanceof Change.Replace replace) {
      return Stream.of(RecordRow.scope(replace.record().scope()));
    }
    if (change instanceof Change.Reindex reindex) {
      return Stream.of(RecordRow.scope(reindex.record().scope()));
    }
    return change instanceof Change.Bury bury
        ? Stream.of(RecordRow.scope(bury.scope()))
        : Stream.of();
  }
}
