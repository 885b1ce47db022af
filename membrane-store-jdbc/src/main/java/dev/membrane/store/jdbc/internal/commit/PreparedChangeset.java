package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A changeset made ready for the writer.
 *
 * @param whole the changeset
 * @param steps its changes
 * @param destroyedKeys how many keys were destroyed before it was made ready
 */
record PreparedChangeset(Changeset whole, List<Step> steps, int destroyedKeys) {
  /** A word of a run is in its row, and in the index. */
  private static final long BYTES_OF_A_WORD = 40;

  /** Does all that needs no turn of the writer. */
  static PreparedChangeset of(Changeset changeset, StoreCipher cipher) {
    // First, so that a key which is destroyed meanwhile counts.
    int destroyedKeys = cipher.destroyedKeys();
    List<Step> steps = changeset.changes().stream().map(change -> Step.of(change, cipher)).toList();
    return new PreparedChangeset(changeset, steps, destroyedKeys);
  }

  /** About how many bytes it writes. */
  long size() {
    long vectors =
        whole.embeddings().stream().mapToLong(each -> 2L * each.vector().dimensions()).sum();
    long words = whole.runsKept().stream().mapToLong(run -> run.words().size()).sum();
    return vectors + BYTES_OF_A_WORD * words + steps.stream().mapToLong(Step::size).sum();
  }

  /** What some changesets touch together. */
  static WriteSet writeSet(List<PreparedChangeset> changesets) {
    Set<String> scopes = new HashSet<>();
    Set<String> ids = new HashSet<>();
    Set<String> runs = new HashSet<>();
    Set<String> keys = new HashSet<>();
    int newRecords = 0;
    int newRuns = 0;
    for (PreparedChangeset prepared : changesets) {
      for (Step step : prepared.steps()) {
        if (step.isOfNewRecord()) {
          newRecords++;
        } else {
          ids.add(step.id());
        }
      }
      Changeset changeset = prepared.whole();
      WriteSet.scopesOf(changeset).forEach(scopes::add);
      WriteSet.idsOf(changeset).forEach(ids::add);
      changeset.keysRemoved().forEach(key -> keys.add(key.name()));
      runs.addAll(changeset.runsDropped());
      changeset.runsKept().forEach(run -> runs.add(run.id()));
      newRuns += changeset.runsKept().size();
    }
    return new WriteSet(scopes, ids, runs, keys, newRecords, newRuns);
  }
}
