package dev.membrane.internal.access;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides how much of a record leaves the engine. */
public final class Redaction {

  private Redaction() {}

  /** The record at its live salience, in full or its outline; null if it is invisible. */
  public static @Nullable RecordView view(Stored stored, Visibility visibility, Instant at) {
    MemoryRecord record = stored.at(at);
    if (visibility.sees(record)) {
      return record;
    }
    return visibility.seesRedacted(record) ? RedactedRecord.of(record) : null;
  }
}
