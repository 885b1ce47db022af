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

  /**
   * The provenance of what came from one source.
   *
   * @param ref an opaque reference into the host system
   */
  public static Provenance of(ProvenanceKind kind, String ref) {
    return new Provenance(List.of(new ProvenanceSource(kind, ref, null, null, null)), null);
  }
}
