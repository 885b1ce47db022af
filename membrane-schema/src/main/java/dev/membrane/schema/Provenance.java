package dev.membrane.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a record came from.
 *
 * @param sources at least one
 * @param createdBy what made the record out of them, for example {@code ingestion-service}
 */
public record Provenance(List<ProvenanceSource> sources, @Nullable String createdBy) {

  public Provenance {
    sources = Components.list("sources", sources);
    createdBy = Components.optional(createdBy);
  }
}
