package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/** The content of a record; its shape follows from the record's type. */
public sealed interface Payload permits EpisodicPayload, RevisablePayload {

  /** The type of record that carries this payload. */
  MemoryType kind();

  /** What revisions have done to it; always null for an episode, which cannot be revised. */
  @Nullable RevisionState revision();
}
