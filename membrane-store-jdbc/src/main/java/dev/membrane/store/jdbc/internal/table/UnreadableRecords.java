package dev.membrane.store.jdbc.internal.table;

import dev.membrane.spi.store.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/** The records of a question that cannot be read, which are reported together. */
public final class UnreadableRecords {

  private @Nullable UnreadableRecordException first;

  public void add(UnreadableRecordException damaged) {
    if (first == null) {
      first = damaged;
    } else {
      first.addSuppressed(damaged);
    }
  }

  /**
   * Throws the first of them, with all others as suppressed exceptions; nothing if there is none.
   */
  public void throwAny() {
    if (first != null) {
      throw first;
    }
  }
}
