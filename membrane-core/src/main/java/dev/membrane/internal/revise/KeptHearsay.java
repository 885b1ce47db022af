package dev.membrane.internal.revise;

import dev.membrane.Permission;
import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.change.FactIdentity;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.store.StoredRecord;
import java.util.List;
import java.util.stream.Stream;

/**
 * The mark of hearsay. Other tags are not inherited, but what only a tool or the assistant said is
 * not said by somebody else because it is written anew. So a fact that comes from hearsay is marked
 * too, unless its draft has evidence of another kind that the hearsay neither had nor is. Who may
 * claim can leave the mark out by stating tags, or a confidence that no hearsay has.
 */
record KeptHearsay(RevisionAttempt revision, RecordDraft draft) {

  /** Refuses a confidence that hearsay cannot have. */
  void check() {
    if (isKept() && isSure()) {
      revision
          .caller()
          .require(
              Permission.ADMIN,
              "confidence",
              "confidence above "
                  + FactIdentity.HEARSAY_CONFIDENCE
                  + " of hearsay without evidence of another kind");
    }
  }

  /** A new record with the mark, if it is kept. */
  MemoryRecord marked(MemoryRecord record) {
    if (!isKept()) {
      return record;
    }
    return record.toBuilder()
        .confidence(Math.min(FactIdentity.HEARSAY_CONFIDENCE, record.confidence()))
        .tags(
            Stream.concat(record.tags().stream(), Stream.of(FactIdentity.HEARSAY))
                .distinct()
                .toList())
        .build();
  }

  private boolean isKept() {
    boolean isClaim = revision.caller().may(Permission.ADMIN) && (draft.tags() != null || isSure());
    return !isClaim && !hearsay().isEmpty() && hasNothingElse();
  }

  private boolean isSure() {
    return draft.confidence() != null && draft.confidence() > FactIdentity.HEARSAY_CONFIDENCE;
  }

  private List<MemoryRecord> hearsay() {
    return revision.old().stream()
        .map(StoredRecord::record)
        .filter(FactIdentity::isHearsay)
        .toList();
  }

  private boolean hasNothingElse() {
    return !(draft.payload() instanceof SemanticPayload fact)
        || fact.evidence().stream()
            .allMatch(
                each ->
                    each.sourceType() == EvidenceType.TOOL
                        || hearsay().stream().anyMatch(told -> isOf(told, each)));
  }

  /** Whether evidence is that of a record, or the record itself. */
  private static boolean isOf(MemoryRecord told, ProvenanceRef evidence) {
    return ((SemanticPayload) told.payload()).evidence().contains(evidence)
        || NamedIds.in(evidence.sourceId()).contains(told.id());
  }
}
