package dev.membrane.store.jdbc;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.ErasedRationales;
import dev.membrane.spi.KeptRun;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.VersionSteps;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.util.List;

/**
 * A changeset made ready for the writer.
 *
 * @param destroyedKeys how many keys were destroyed before it was made ready
 */
record PreparedChangeset(
    List<Step> steps,
    List<Embedding> embeddings,
    List<Key> keysRemoved,
    List<Key> keysAdded,
    List<QueueRow> rowsDone,
    List<QueueRow> rowsAdded,
    List<String> runsDropped,
    List<KeptRun> runsKept,
    List<ErasedRationales> rationalesErased,
    VersionSteps versions,
    int destroyedKeys) {

  /** A word of a run is in its row, and in the index. */
  private static final long BYTES_OF_A_WORD = 40;

  /** Does all that needs no turn of the writer. */
  static PreparedChangeset of(Changeset changeset, StoreCipher cipher) {
    // First, so that a key which is destroyed meanwhile counts.
    int destroyedKeys = cipher.destroyedKeys();
    return new PreparedChangeset(
        changeset.changes().stream().map(change -> Step.of(change, cipher)).toList(),
        changeset.embeddings(),
        changeset.keysRemoved(),
        changeset.keysAdded(),
        changeset.rowsDone(),
        changeset.rowsAdded(),
        changeset.runsDropped(),
        changeset.runsKept(),
        changeset.rationalesErased(),
        changeset.versions(),
        destroyedKeys);
  }

  /** About how many bytes it writes. */
  long size() {
    long vectors = embeddings.stream().mapToLong(each -> 2L * each.vector().dimensions()).sum();
    long words = runsKept.stream().mapToLong(run -> run.words().size()).sum();
    return vectors + BYTES_OF_A_WORD * words + steps.stream().mapToLong(Step::size).sum();
  }
}
