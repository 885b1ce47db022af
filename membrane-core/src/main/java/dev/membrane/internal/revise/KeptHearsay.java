package dev.membrane.internal.revise;

import dev.membrane.Permission;
import dev.membrane.internal.access.NamedIds;
import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.keys.RelationNames;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.store.StoredRecord;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The mark of hearsay. Other tags are not inherited, but what only a tool or the assistant said is
 * not said by somebody else because it is written anew. So a fact that comes from nothing but
 * hearsay is marked too, unless its draft has other evidence, or another source: one that is not of
 * a tool, that the hearsay did not have, and that names neither the hearsay nor what it was made
 * of. Who may claim can leave the mark out by stating tags, or a confidence that no hearsay has.
 */
record KeptHearsay(RevisionAttempt revision, RecordDraft draft) {

  private static final Set<String> ORIGINS =
      Set.of(RelationNames.SUPERSEDES, RelationNames.DERIVED_FROM);

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
            Stream.concat(record.tags().stream(), Stream.of(MemoryRecord.HEARSAY))
                .distinct()
                .toList())
        .build();
  }

  private boolean isKept() {
    boolean isClaim = revision.caller().may(Permission.ADMIN) && (draft.tags() != null || isSure());
    return !isClaim && isOfHearsay() && hasNothingElse();
  }

  private boolean isSure() {
    return draft.confidence() != null && draft.confidence() > FactIdentity.HEARSAY_CONFIDENCE;
  }

  /** What repeats something that was said is said. */
  private boolean isOfHearsay() {
    return old().allMatch(FactIdentity::isHearsay);
  }

  private Stream<MemoryRecord> old() {
    return revision.old().stream().map(StoredRecord::record);
  }

  private boolean hasNothingElse() {
    return !(draft.payload() instanceof SemanticPayload fact)
        || (fact.evidence().stream().noneMatch(this::isOther)
            && sources().noneMatch(this::isOther));
  }

  private Stream<ProvenanceSource> sources() {
    return draft.provenance() == null ? Stream.empty() : draft.provenance().sources().stream();
  }

  private boolean isOther(ProvenanceRef evidence) {
    return evidence.sourceType() != EvidenceType.TOOL
        && old().noneMatch(told -> fact(told).evidence().contains(evidence))
        && isNoneOfThem(evidence.sourceId());
  }

  private boolean isOther(ProvenanceSource source) {
    return source.kind() != ProvenanceKind.TOOL_CALL
        && old().noneMatch(told -> told.provenance().sources().contains(source))
        && isNoneOfThem(source.ref());
  }

  private boolean isNoneOfThem(String text) {
    Set<String> named = NamedIds.in(text);
    return named.isEmpty() || old().flatMap(KeptHearsay::lineage).noneMatch(named::contains);
  }

  /** A record and what it says that it was made of. */
  private static Stream<String> lineage(MemoryRecord told) {
    Stream<String> origins =
        told.relations().stream()
            .filter(relation -> ORIGINS.contains(relation.predicate()))
            .map(Relation::targetId);
    return Stream.concat(Stream.of(told.id()), origins);
  }

  private static SemanticPayload fact(MemoryRecord told) {
    return (SemanticPayload) told.payload();
  }
}
