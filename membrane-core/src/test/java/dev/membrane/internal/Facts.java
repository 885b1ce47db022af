package dev.membrane.internal;

import dev.membrane.RecordRequest;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import java.util.List;

/** Facts for tests that change them. */
public final class Facts {

  private static final Provenance PROVENANCE =
      new Provenance(
          List.of(new ProvenanceSource(ProvenanceKind.ARTIFACT, "notes.md", null, null, null)),
          "tester");

  private Facts() {}

  /** A fact without evidence. */
  public static SemanticPayload saying(String object) {
    return new SemanticPayload(
        "user", "prefers", new JsonString(object), Validity.global(), List.of(), null, null);
  }

  /** A fact with evidence. */
  public static SemanticPayload proven(String object) {
    return saying(object)
        .withEvidence(
            List.of(new ProvenanceRef(EvidenceType.OBSERVATION, "chat-7", EngineFixture.NOON)));
  }

  /** A whole record for a fact, low and unscoped. */
  public static RecordDraft.Builder draft(String object) {
    return RecordDraft.builder()
        .type(saying(object).kind())
        .sensitivity(Sensitivity.LOW)
        .provenance(PROVENANCE)
        .payload(saying(object));
  }

  /** Nothing but a proven payload, so that all else is inherited. */
  public static RecordDraft successor(String object) {
    return RecordDraft.builder().payload(proven(object)).build();
  }

  /** Stores a fact; answers with its id. */
  public static String in(EngineFixture house, RecordDraft.Builder draft) {
    return house.service.record(RecordRequest.of("tester", draft.build())).id();
  }
}
