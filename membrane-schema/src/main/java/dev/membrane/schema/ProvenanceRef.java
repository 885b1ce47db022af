package dev.membrane.schema;

import java.time.Instant;

/**
 * A piece of evidence for a fact.
 *
 * @param sourceType what kind of evidence it is
 * @param sourceId its identifier
 * @param timestamp when it was created
 */
public record ProvenanceRef(EvidenceType sourceType, String sourceId, Instant timestamp) {

  public ProvenanceRef {
    sourceType = Components.present("source_type", sourceType);
    sourceId = Components.present("source_id", sourceId);
    timestamp = Components.instant("timestamp", timestamp);
  }
}
