package dev.membrane.schema.json;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Where a record came from, what it relates to and what was done to it, in JSON. */
final class ProvenanceJson {

  private ProvenanceJson() {}

  static Provenance provenance(MemberReader in) throws IOException {
    List<ProvenanceSource> sources = null;
    String createdBy = null;
    while (in.next()) {
      switch (in.name()) {
        case "sources" -> sources = in.objects(ProvenanceJson::source);
        case "created_by" -> createdBy = in.text();
        default -> in.skip();
      }
    }
    return new Provenance(in.required("sources", sources), createdBy);
  }

  static void provenance(MemberWriter out, Provenance value) throws IOException {
    out.objects("sources", value.sources(), ProvenanceJson::source);
    out.text("created_by", value.createdBy());
  }

  static ProvenanceSource source(MemberReader in) throws IOException {
    ProvenanceKind kind = null;
    String ref = null;
    String hash = null;
    String createdBy = null;
    Instant timestamp = null;
    while (in.next()) {
      switch (in.name()) {
        case "kind" -> kind = in.constant(ProvenanceKind::of);
        case "ref" -> ref = in.text();
        case "hash" -> hash = in.text();
        case "created_by" -> createdBy = in.text();
        case "timestamp" -> timestamp = in.instant();
        default -> in.skip();
      }
    }
    return new ProvenanceSource(
        in.required("kind", kind), in.required("ref", ref), hash, createdBy, timestamp);
  }

  static void source(MemberWriter out, ProvenanceSource value) throws IOException {
    out.constant("kind", value.kind(), ProvenanceKind::wireName);
    out.text("ref", value.ref());
    out.text("hash", value.hash());
    out.text("created_by", value.createdBy());
    out.instant("timestamp", value.timestamp());
  }

  static Relation relation(MemberReader in) throws IOException {
    String predicate = null;
    String targetId = null;
    Double weight = null;
    Instant createdAt = null;
    while (in.next()) {
      switch (in.name()) {
        case "predicate" -> predicate = in.text();
        case "target_id" -> targetId = in.text();
        case "weight" -> weight = in.number();
        case "created_at" -> createdAt = in.instant();
        default -> in.skip();
      }
    }
    return new Relation(
        in.required("predicate", predicate), in.required("target_id", targetId), weight, createdAt);
  }

  static void relation(MemberWriter out, Relation value) throws IOException {
    out.text("predicate", value.predicate());
    out.text("target_id", value.targetId());
    out.number("weight", value.weight());
    out.instant("created_at", value.createdAt());
  }

  static AuditEntry auditEntry(MemberReader in) throws IOException {
    AuditAction action = null;
    String actor = null;
    Instant timestamp = null;
    String rationale = null;
    while (in.next()) {
      switch (in.name()) {
        case "action" -> action = in.constant(AuditAction::of);
        case "actor" -> actor = in.text();
        case "timestamp" -> timestamp = in.instant();
        case "rationale" -> rationale = in.text();
        default -> in.skip();
      }
    }
    return new AuditEntry(
        in.required("action", action),
        in.required("actor", actor),
        in.required("timestamp", timestamp),
        in.required("rationale", rationale));
  }

  static void auditEntry(MemberWriter out, AuditEntry value) throws IOException {
    out.constant("action", value.action(), AuditAction::wireName);
    out.text("actor", value.actor());
    out.instant("timestamp", value.timestamp());
    out.text("rationale", value.rationale());
  }
}
