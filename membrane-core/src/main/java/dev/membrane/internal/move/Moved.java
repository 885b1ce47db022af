package dev.membrane.internal.move;

import org.jspecify.annotations.Nullable;

/**
 * How much was moved.
 *
 * @param records records
 * @param tombstones what stays of deleted ones
 * @param keys keys that belong to no record
 * @param rows queue rows that belong to no record
 * @param embeddings vectors of records
 * @param runs kept runs
 * @param known records, tombstones, keys and runs that were there already and are not counted above
 * @param erased records that were left out, as their data key was destroyed
 */
public record Moved(
    long records,
    long tombstones,
    long keys,
    long rows,
    long embeddings,
    long runs,
    long known,
    long erased) {

  static final Moved NOTHING = new Moved(0, 0, 0, 0, 0, 0, 0, 0);

  /** Whether something came that was not there. */
  boolean bringsSomething() {
    return records + tombstones + keys + runs > 0;
  }

  Moved plusRecord(@Nullable Object embedding) {
    long more = embedding == null ? 0 : 1;
    return new Moved(records + 1, tombstones, keys, rows, embeddings + more, runs, known, erased);
  }

  Moved plusTombstone() {
    return new Moved(records, tombstones + 1, keys, rows, embeddings, runs, known, erased);
  }

  Moved plusKey() {
    return new Moved(records, tombstones, keys + 1, rows, embeddings, runs, known, erased);
  }

  Moved plusRow() {
    return new Moved(records, tombstones, keys, rows + 1, embeddings, runs, known, erased);
  }

  Moved plusRun() {
    return new Moved(records, tombstones, keys, rows, embeddings, runs + 1, known, erased);
  }

  Moved plusKnown() {
    return new Moved(records, tombstones, keys, rows, embeddings, runs, known + 1, erased);
  }

  Moved plusErased() {
    return new Moved(records, tombstones, keys, rows, embeddings, runs, known, erased + 1);
  }

  Moved plus(Moved more) {
    return new Moved(
        records + more.records,
        tombstones + more.tombstones,
        keys + more.keys,
        rows + more.rows,
        embeddings + more.embeddings,
        runs + more.runs,
        known + more.known,
        erased + more.erased);
  }
}
