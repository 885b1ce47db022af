package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * What revisions have done to a record.
 *
 * @param supersedes the id of the record that this one replaced
 * @param supersededBy the id of the record that replaced this one
 * @param status where the record stands; none: active
 */
public record RevisionState(
    @Nullable String supersedes, @Nullable String supersededBy, @Nullable RevisionStatus status) {

  public RevisionState {
    supersedes = Components.optional(supersedes);
    supersededBy = Components.optional(supersededBy);
  }

  /** Whether the record was withdrawn or replaced, so that retrieval leaves it out. */
  public boolean isRetired() {
    return status == RevisionStatus.RETRACTED || supersededBy != null;
  }
}
