package dev.membrane.schema.json;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whole records in JSON: complete, or as far as a caller has filled them in. */
final class RecordJson {

  private RecordJson() {}

  static RecordDraft draft(MemberReader in) throws IOException {
    RecordDraft.Builder draft = RecordDraft.builder();
    while (in.next()) {
      member(in, draft);
    }
    return draft.build();
  }

  /** The name of the payload's kind, which has to be the type of the record if both are said. */
  static String checkedKind(MemberReader in) throws IOException {
    MemoryType type = null;
    String kind = "";
    while (in.next()) {
      switch (in.name()) {
        case "type" -> type = in.constant(MemoryType::of);
        case "payload" -> kind = Objects.requireNonNullElse(in.object(PayloadJson::kindName), "");
        default -> in.skip();
      }
    }
    if (type != null && !kind.isEmpty() && !kind.equals(type.wireName())) {
      throw new ValidationException(
          "payload.kind", "must be " + type.wireName() + ", the type of the record");
    }
    return kind;
  }

  static MemoryRecord record(MemberReader in) throws IOException {
    return whole(in, read(in));
  }

  /** A whole record, or the header of a redacted one, which has no payload. */
  static RecordView view(MemberReader in) throws IOException {
    ReadRecord read = read(in);
    return read.draft.payload() == null ? header(in, read) : whole(in, read);
  }

  /** What a caller fills in, and what only the engine writes. */
  private record ReadRecord(
      RecordDraft draft,
      @Nullable Instant createdAt,
      @Nullable Instant updatedAt,
      @Nullable List<AuditEntry> auditLog) {}

  private static ReadRecord read(MemberReader in) throws IOException {
    RecordDraft.Builder draft = RecordDraft.builder();
    Instant createdAt = null;
    Instant updatedAt = null;
    List<AuditEntry> auditLog = null;
    while (in.next()) {
      switch (in.name()) {
        case "created_at" -> createdAt = in.instant();
        case "updated_at" -> updatedAt = in.instant();
        case "audit_log" -> auditLog = in.objects(ProvenanceJson::auditEntry);
        default -> member(in, draft);
      }
    }
    return new ReadRecord(draft.build(), createdAt, updatedAt, auditLog);
  }

  private static MemoryRecord whole(MemberReader in, ReadRecord read) {
    return complete(in, read.draft)
        .createdAt(in.required("created_at", read.createdAt))
        .updatedAt(in.required("updated_at", read.updatedAt))
        .auditLog(in.required("audit_log", read.auditLog))
        .build();
  }

  private static RedactedRecord header(MemberReader in, ReadRecord read) {
    return new RedactedRecord(
        in.required("id", read.draft.id()),
        in.required("type", read.draft.type()),
        in.required("sensitivity", read.draft.sensitivity()),
        in.required("confidence", read.draft.confidence()),
        in.required("salience", read.draft.salience()),
        read.draft.scope(),
        in.required("created_at", read.createdAt),
        in.required("updated_at", read.updatedAt));
  }

  private static void member(MemberReader in, RecordDraft.Builder draft) throws IOException {
    switch (in.name()) {
      case "id" -> draft.id(in.text());
      case "type" -> draft.type(in.constant(MemoryType::of));
      case "sensitivity" -> draft.sensitivity(in.constant(Sensitivity::of));
      case "confidence" -> draft.confidence(in.number());
      case "salience" -> draft.salience(in.number());
      case "scope" -> draft.scope(in.text());
      case "tags" -> draft.tags(in.texts());
      case "lifecycle" -> draft.lifecycle(in.object(LifecycleJson::lifecycle));
      case "provenance" -> draft.provenance(in.object(ProvenanceJson::provenance));
      case "relations" -> draft.relations(in.objects(ProvenanceJson::relation));
      case "payload" -> draft.payload(in.object(PayloadJson::payload));
      default -> in.skip();
    }
  }

  private static MemoryRecord.Builder complete(MemberReader in, RecordDraft draft) {
    LifecycleDraft lifecycle = in.required("lifecycle", draft.lifecycle());
    return MemoryRecord.builder()
        .id(in.required("id", draft.id()))
        .type(in.required("type", draft.type()))
        .sensitivity(in.required("sensitivity", draft.sensitivity()))
        .confidence(in.required("confidence", draft.confidence()))
        .salience(in.required("salience", draft.salience()))
        .scope(draft.scope())
        .tags(in.orEmpty(draft.tags()))
        .lifecycle(LifecycleJson.complete(in, lifecycle))
        .provenance(in.required("provenance", draft.provenance()))
        .relations(in.orEmpty(draft.relations()))
        .payload(in.required("payload", draft.payload()));
  }

  static void view(MemberWriter out, RecordView view) throws IOException {
    if (view instanceof RedactedRecord header) {
      redacted(out, header);
    } else {
      record(out, (MemoryRecord) view);
    }
  }

  static void draft(MemberWriter out, RecordDraft draft) throws IOException {
    out.text("id", draft.id());
    out.constant("type", draft.type(), MemoryType::wireName);
    out.constant("sensitivity", draft.sensitivity(), Sensitivity::wireName);
    out.number("confidence", draft.confidence());
    out.number("salience", draft.salience());
    out.text("scope", draft.scope());
    out.textsIfAny("tags", orNone(draft.tags()));
    out.object("lifecycle", draft.lifecycle(), LifecycleJson::draft);
    out.object("provenance", draft.provenance(), ProvenanceJson::provenance);
    out.objectsIfAny("relations", orNone(draft.relations()), ProvenanceJson::relation);
    out.object("payload", draft.payload(), PayloadJson::payload);
  }

  private static <T> List<T> orNone(@Nullable List<T> items) {
    return items == null ? List.of() : items;
  }

  private static void about(MemberWriter out, RecordView record) throws IOException {
    out.text("id", record.id());
    out.constant("type", record.type(), MemoryType::wireName);
    out.constant("sensitivity", record.sensitivity(), Sensitivity::wireName);
    out.number("confidence", record.confidence());
    out.number("salience", record.salience());
    out.text("scope", record.scope());
  }

  private static void redacted(MemberWriter out, RedactedRecord header) throws IOException {
    about(out, header);
    out.instant("created_at", header.createdAt());
    out.instant("updated_at", header.updatedAt());
  }

  private static void record(MemberWriter out, MemoryRecord record) throws IOException {
    about(out, record);
    out.textsIfAny("tags", record.tags());
    out.instant("created_at", record.createdAt());
    out.instant("updated_at", record.updatedAt());
    out.object("lifecycle", record.lifecycle(), LifecycleJson::lifecycle);
    out.object("provenance", record.provenance(), ProvenanceJson::provenance);
    out.objectsIfAny("relations", record.relations(), ProvenanceJson::relation);
    out.object("payload", record.payload(), PayloadJson::payload);
    out.objects("audit_log", record.auditLog(), ProvenanceJson::auditEntry);
  }
}
