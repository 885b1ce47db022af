package dev.membrane.internal.ingest;

import dev.membrane.schema.ProvenanceKind;
import java.util.Locale;

/** What kind of thing is ingested. */
enum CandidateKind {
  /** Something happened. */
  EVENT(ProvenanceKind.EVENT),
  /** A tool answered. */
  TOOL_OUTPUT(ProvenanceKind.TOOL_CALL),
  /** A fact was observed. */
  OBSERVATION(ProvenanceKind.OBSERVATION),
  /** An episode ended. */
  OUTCOME(ProvenanceKind.OUTCOME),
  /** A task in progress was saved. */
  WORKING_STATE(ProvenanceKind.EVENT);

  private final ProvenanceKind provenanceKind;

  CandidateKind(ProvenanceKind provenanceKind) {
    this.provenanceKind = provenanceKind;
  }

  /** The name used in texts and on the wire. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a record that came from such a candidate names as the kind of its source. */
  ProvenanceKind provenanceKind() {
    return provenanceKind;
  }
}
