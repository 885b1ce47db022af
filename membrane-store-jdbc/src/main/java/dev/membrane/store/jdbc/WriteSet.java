package dev.membrane.store.jdbc;

import dev.membrane.spi.KeptRun;
import dev.membrane.spi.Key;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a transaction will touch, as far as its changesets say: a writer that has others beside it
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

  /** What some changesets touch together. */
  static WriteSet of(List<PreparedChangeset> changesets) {
    Set<String> scopes = new HashSet<>();
    Set<String> ids = new HashSet<>();
    Set<String> runs = new HashSet<>();
    Set<String> keys = new HashSet<>();
    int newRecords = 0;
    int newRuns = 0;
    for (PreparedChangeset changeset : changesets) {
      for (Step step : changeset.steps()) {
        if (step.scope() != null) {
          scopes.add(step.scope());
        }
        if (step.isOfNewRecord()) {
          newRecords++;
        } else {
          ids.add(step.id());
        }
      }
      changeset.embeddings().forEach(embedding -> ids.add(embedding.id()));
      changeset.keysRemoved().forEach(key -> keys.add(key.name()));
      Stream.concat(changeset.keysRemoved().stream(), changeset.keysAdded().stream())
          .map(Key::owner)
          .filter(owner -> owner != null)
          .forEach(ids::add);
      changeset.rowsDone().forEach(row -> ids.add(row.item()));
      changeset.rowsAdded().forEach(row -> ids.add(row.item()));
      changeset.rationalesErased().forEach(each -> ids.add(each.id()));
      runs.addAll(changeset.runsDropped());
      for (KeptRun run : changeset.runsKept()) {
        scopes.add(RecordRow.scope(run.scope()));
        runs.add(run.id());
        newRuns++;
      }
    }
    return new WriteSet(scopes, ids, runs, keys, newRecords, newRuns);
  }
}
