package dev.membrane.store.jdbc;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import java.util.List;

/** A changeset made ready for the writer. */
record PreparedChangeset(
    List<Step> steps,
    List<Embedding> embeddings,
    List<Key> keysRemoved,
    List<Key> keysAdded,
    List<QueueRow> rowsDone,
    List<QueueRow> rowsAdded) {

  /** Does all that needs no turn of the writer. */
  static PreparedChangeset of(Changeset changeset) {
    return new PreparedChangeset(
        changeset.changes().stream().map(Step::of).toList(),
        changeset.embeddings(),
        changeset.keysRemoved(),
        changeset.keysAdded(),
        changeset.rowsDone(),
        changeset.rowsAdded());
  }

  /** About how many bytes it writes. */
  long size() {
    long vectors = embeddings.stream().mapToLong(each -> 2L * each.vector().dimensions()).sum();
    return vectors + steps.stream().mapToLong(Step::size).sum();
  }
}
