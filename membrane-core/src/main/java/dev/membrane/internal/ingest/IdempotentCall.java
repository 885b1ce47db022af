package dev.membrane.internal.ingest;

import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a call that must count only once.
 *
 * @param expiresAt from when on it is forgotten
 * @param digest the digest of the request
 * @param recordId the record that it was answered with
 * @param outline the header that the record had then, which the caller has seen and may see again
 *     whatever became of the record; null in a key of an earlier version
 */
record IdempotentCall(
    Instant expiresAt, String digest, String recordId, @Nullable Outline outline) {

  /** The part of a header that can change. */
  record Outline(Sensitivity sensitivity, double confidence, double salience, Instant updatedAt) {

    static Outline of(MemoryRecord record) {
      return new Outline(
          record.sensitivity(), record.confidence(), record.salience(), record.updatedAt());
    }

    /** The header as it was then. */
    RecordView of(StoredRecord stored) {
      return RedactedRecord.of(
          stored.record().toBuilder()
              .sensitivity(sensitivity)
              .confidence(confidence)
              .salience(salience)
              .updatedAt(updatedAt)
              .build());
    }
  }

  static IdempotentCall of(Key key) {
    String[] parts = key.value().split(" ", -1);
    Outline outline =
        parts.length == IdempotentCallKeys.WORDS
            ? null
            : new Outline(
                Sensitivity.of("sensitivity", parts[3]),
                Double.parseDouble(parts[4]),
                Double.parseDouble(parts[5]),
                Instant.parse(parts[6]));
    return new IdempotentCall(Instant.parse(parts[0]), parts[1], parts[2], outline);
  }

  /** The key under a name; no record owns it, for it outlives the record. */
  Key key(String name) {
    String value = expiresAt + " " + digest + " " + recordId;
    return new Key(name, outline == null ? value : value + " " + text(outline), null);
  }

  private static String text(Outline outline) {
    return outline.sensitivity().wireName()
        + " "
        + outline.confidence()
        + " "
        + outline.salience()
        + " "
        + outline.updatedAt();
  }

  boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt);
  }
}
