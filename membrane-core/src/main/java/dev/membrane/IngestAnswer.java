package dev.membrane;

import dev.membrane.schema.RecordView;
import java.util.List;

/**
 * What an ingest call is answered with.
 *
 * @param record the record as it now is, as far as the caller may see it
 * @param result what became of what was ingested
 * @param conflicts ids of facts that give the same subject and predicate another object, those that
 *     the caller sees in full, the newest first; empty for a repeated call
 */
public record IngestAnswer(RecordView record, IngestResult result, List<String> conflicts) {

  /** Copies the list. */
  public IngestAnswer {
    conflicts = List.copyOf(conflicts);
  }

  /** The id of the record. */
  public String id() {
    return record.id();
  }
}
