package dev.membrane.schema.json;

import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RevisionPolicy;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Facts in JSON. */
final class SemanticJson {

  private SemanticJson() {}

  static SemanticPayload fact(MemberReader in) throws IOException {
    String subject = null;
    String predicate = null;
    JsonValue object = null;
    Validity validity = null;
    List<ProvenanceRef> evidence = null;
    RevisionPolicy revisionPolicy = null;
    RevisionState revision = null;
    while (in.next()) {
      switch (in.name()) {
        case "subject" -> subject = in.text();
        case "predicate" -> predicate = in.text();
        case "object" -> object = in.freeForm();
        case "validity" -> validity = in.object(SemanticJson::validity);
        case "evidence" -> evidence = in.objects(SemanticJson::evidence);
        case "revision_policy" -> revisionPolicy = in.constant(RevisionPolicy::of);
        case "revision" -> revision = in.object(PayloadJson::revision);
        default -> in.skip();
      }
    }
    return new SemanticPayload(
        in.required("subject", subject),
        in.required("predicate", predicate),
        in.required("object", object),
        in.required("validity", validity),
        in.orEmpty(evidence),
        revisionPolicy,
        revision);
  }

  static void fact(MemberWriter out, SemanticPayload value) throws IOException {
    out.constant("kind", value.kind(), MemoryType::wireName);
    out.text("subject", value.subject());
    out.text("predicate", value.predicate());
    out.freeForm("object", value.object());
    out.object("validity", value.validity(), SemanticJson::validity);
    out.objectsIfAny("evidence", value.evidence(), SemanticJson::evidence);
    out.constant("revision_policy", value.revisionPolicy(), RevisionPolicy::wireName);
    out.object("revision", value.revision(), PayloadJson::revision);
  }

  static Validity validity(MemberReader in) throws IOException {
    ValidityMode mode = null;
    JsonObject conditions = null;
    Instant start = null;
    Instant end = null;
    while (in.next()) {
      switch (in.name()) {
        case "mode" -> mode = in.constant(ValidityMode::of);
        case "conditions" -> conditions = in.freeFormObject();
        case "start" -> start = in.instant();
        case "end" -> end = in.instant();
        default -> in.skip();
      }
    }
    return new Validity(in.required("mode", mode), conditions, start, end);
  }

  static void validity(MemberWriter out, Validity value) throws IOException {
    out.constant("mode", value.mode(), ValidityMode::wireName);
    out.freeForm("conditions", value.conditions());
    out.instant("start", value.start());
    out.instant("end", value.end());
  }

  static ProvenanceRef evidence(MemberReader in) throws IOException {
    EvidenceType sourceType = null;
    String sourceId = null;
    Instant timestamp = null;
    while (in.next()) {
      switch (in.name()) {
        case "source_type" -> sourceType = in.constant(EvidenceType::of);
        case "source_id" -> sourceId = in.text();
        case "timestamp" -> timestamp = in.instant();
        default -> in.skip();
      }
    }
    return new ProvenanceRef(
        in.required("source_type", sourceType),
        in.required("source_id", sourceId),
        in.required("timestamp", timestamp));
  }

  static void evidence(MemberWriter out, ProvenanceRef value) throws IOException {
    out.constant("source_type", value.sourceType(), EvidenceType::wireName);
    out.text("source_id", value.sourceId());
    out.instant("timestamp", value.timestamp());
  }
}
