package dev.membrane.store.sqlite;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.QueueRow;
import java.util.List;

/** A changeset made ready for the writer. */
record PreparedChangeset(
    List<Step> steps,
    List<Key> keysRemoved,
    List<Key> keysAdded,
    List<QueueRow> rowsDone,
    List<QueueRow> rowsAdded) {

  static PreparedChangeset of(Changeset changeset) {
    return new PreparedChangeset(
        changeset.changes().stream().map(Step::of).toList(),
        changeset.keysRemoved(),
        changeset.keysAdded(),
        changeset.rowsDone(),
        changeset.rowsAdded());
  }

  /** About how many bytes it writes. */
  long size() {
    return steps.stream().mapToLong(Step::size).sum();
  }
}
