package dev.membrane.schema;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something in the host system that a record came from.
 *
 * @param kind what the source is
 * @param ref an opaque reference into the host system
 * @param hash a content hash; the engine checks it only for a tool call of the same record
 * @param createdBy the actor that created the source
 * @param timestamp when it was created or observed
 */
public record ProvenanceSource(
    ProvenanceKind kind,
    String ref,
    @Nullable String hash,
    @Nullable String createdBy,
    @Nullable Instant timestamp) {

  public ProvenanceSource {
    kind = Components.present("kind", kind);
    ref = Components.present("ref", ref);
    hash = Components.optional(hash);
    createdBy = Components.optional(createdBy);
    timestamp = Components.optional(timestamp);
  }
}
