package dev.membrane;

import dev.membrane.schema.RecordView;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an ingestion.
 *
 * @param record the record as it now is, as far as the caller may see it; for a caller without the
 *     permission {@code retrieve} only its header
 * @param result what was done
 * @param conflicts ids of the facts with the same subject and predicate and another object that
 *     hold now and that the caller sees in full, the newest first; empty for a repeated call
 * @param withdrawn id of a fact that says the same, was retracted or superseded, and that the
 *     caller sees in full; null: there is none, or the record was not created by this call
 * @param skipped those of an outcome's {@code usedRecordIds} that did not count, as they were
 *     written: each is no whole id of an active record within the caller's reach; empty for a
 *     repeated call
 */
public record IngestAnswer(
    RecordView record,
    IngestResult result,
    List<String> conflicts,
    @Nullable String withdrawn,
    List<String> skipped) {

  /** Copies the lists. */
  public IngestAnswer {
    conflicts = List.copyOf(conflicts);
    skipped = List.copyOf(skipped);
  }

  /** The id of the record. */
  public String id() {
    return record.id();
  }

  /** What an ingestion did. */
  public enum IngestResult {
    /** It is a record of its own. */
    CREATED,
    /** It is part of an existing episode. */
    APPENDED,
    /** The fact was known; what was ingested is evidence for it. */
    REINFORCED,
    /** It replaced other facts, or the snapshot of a thread. */
    REPLACED,
    /** It was ingested before under the same idempotency key; nothing changed. */
    REPEATED;

    /** The name used on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
