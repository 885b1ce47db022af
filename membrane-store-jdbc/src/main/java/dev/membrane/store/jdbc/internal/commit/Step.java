package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.commit.Change;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change that the calling thread has prepared for the writer.
 *
 * @param row the record as its rows will hold it; null if the change writes none
 */
record Step(Change change, @Nullable RecordRow row) {

  /** The step of a change. */
  static Step of(Change change, StoreCipher cipher) {
    return new Step(change, row(change, cipher));
  }

  private static @Nullable RecordRow row(Change change, StoreCipher cipher) {
    if (change instanceof Change.Insert insert) {
      return RecordRow.of(insert.record(), insert.anchor(), insert.terms(), cipher);
    }
    if (change instanceof Change.Replace replace) {
      return RecordRow.of(replace.record(), replace.anchor(), replace.terms(), cipher);
    }
    return change instanceof Change.Reindex reindex
        ? RecordRow.of(reindex.record(), reindex.anchor(), reindex.terms(), cipher)
        : null;
  }

  /** The row of a change that writes one. */
  RecordRow written() {
    return Objects.requireNonNull(row, "the change writes no record");
  }

  /** The id of the record. */
  String id() {
    return change.id();
  }

  /** Whether the record may not be there yet. */
  boolean isOfNewRecord() {
    return change instanceof Change.Insert || change instanceof Change.Bury;
  }

  /** Whether the text of a stored record has to be known. */
  boolean changesTextOf(SeenRecord seen) {
    return !isOfNewRecord() && (row == null || !row.digest().equals(seen.digest()));
  }

  /** Whether the version before the step is kept where versions are. */
  boolean keepsVersion() {
    return change instanceof Change.Replace
        || (change instanceof Change.Delete delete && delete.keepsVersions());
  }

  /** About how many bytes the step writes. */
  int size() {
    return row == null ? 0 : row.size();
  }
}
