package dev.membrane.internal.transfer;

/**
 * How much was moved.
 *
 * @param records records
 * @param tombstones what stays of deleted ones
 * @param keys keys that belong to no record
 * @param rows queue rows that belong to no record
 * @param embeddings vectors of records
 * @param runs kept runs
 * @param known records, tombstones, keys, rows and runs that were there already and are not counted
 *     above
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
  static final Moved RECORD = new Moved(1, 0, 0, 0, 0, 0, 0, 0);
  static final Moved TOMBSTONE = new Moved(0, 1, 0, 0, 0, 0, 0, 0);
  static final Moved KEY = new Moved(0, 0, 1, 0, 0, 0, 0, 0);
  static final Moved ROW = new Moved(0, 0, 0, 1, 0, 0, 0, 0);
  static final Moved EMBEDDING = new Moved(0, 0, 0, 0, 1, 0, 0, 0);
  static final Moved RUN = new Moved(0, 0, 0, 0, 0, 1, 0, 0);
  static final Moved KNOWN = new Moved(0, 0, 0, 0, 0, 0, 1, 0);
  static final Moved ERASED = new Moved(0, 0, 0, 0, 0, 0, 0, 1);

  /** Whether something came that was not there. */
  boolean bringsSomething() {
    return records + tombstones + keys + runs > 0;
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
