package dev.membrane.internal.consolidate.fact;

import dev.membrane.internal.consolidate.fact.Hearsay.Verdict;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RevisionPolicy;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validity;
import java.time.Instant;
import java.util.List;

/**
 * A fact as an episode states it.
 *
 * @param confidence how sure it is, 0 to 1, were it said; hearsay is never surer than its bound
 * @param at when it was stated
 */
record Statement(
    Verdict verdict,
    String subject,
    String predicate,
    JsonValue object,
    double confidence,
    Instant at) {

  /** The confidence, within what the verdict allows. */
  double boundedConfidence() {
    return verdict.bounded(confidence);
  }

  /** The fact with an episode as its evidence. */
  SemanticPayload factOf(String episodeId) {
    return new SemanticPayload(
        subject,
        predicate,
        object,
        Validity.global(),
        List.of(new ProvenanceRef(verdict.evidence(), episodeId, at)),
        RevisionPolicy.REPLACE,
        null);
  }
}
