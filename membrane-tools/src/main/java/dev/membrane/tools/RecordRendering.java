package dev.membrane.tools;

import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.ArrayList;
import java.util.List;

/** Records as text for a model: their content as JSON, and lines that tell where it comes from. */
final class RecordRendering {

  private static final RecordCodec CODEC = new RecordCodec();

  private RecordRendering() {}

  /** What a model needs of a record, on one line. */
  static String of(RecordView record) {
    return CODEC.write(AnswerView.compact(record, null));
  }

  /** The same of a record that was selected. */
  static String of(RecordView record, Selection selection) {
    return CODEC.write(AnswerView.compact(record, selection));
  }

  /** Where it comes from and what it is related to, a line each. */
  static String reasons(RecordView view) {
    return view.full().map(RecordRendering::reasons).orElse("not shown at this caller's trust");
  }

  private static String reasons(MemoryRecord record) {
    List<String> lines = new ArrayList<>();
    lines.add("confidence " + record.confidence());
    for (ProvenanceSource source : record.provenance().sources()) {
      lines.add(
          joined(
              source.timestamp() == null ? "" : source.timestamp().toString(),
              source.kind().wireName(),
              source.ref(),
              source.createdBy() == null ? "" : "by " + source.createdBy()));
    }
    for (Relation relation : record.relations()) {
      lines.add(joined(relation.predicate(), relation.targetId()));
    }
    return String.join("\n", lines);
  }

  /** What was done to it, the oldest first, a line each. */
  static String audit(List<AuditLink> log) {
    List<String> lines = new ArrayList<>();
    for (AuditLink link : log) {
      AuditEntry entry = link.entry();
      lines.add(
          joined(
              entry.timestamp().toString(),
              entry.action().wireName(),
              entry.actor(),
              entry.rationale()));
    }
    return String.join("\n", lines);
  }

  /** On one line, so that nothing that was said begins a line. */
  private static String joined(String... parts) {
    return String.join(" ", parts).replaceAll("\\s+", " ").strip();
  }
}
