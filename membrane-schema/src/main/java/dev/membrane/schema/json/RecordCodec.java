package dev.membrane.schema.json;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.ValidationException;
import java.util.List;
import java.util.Map;

/**
 * Writes records as JSON and reads them back. Member names are snake_case; optional members without
 * a value are left out; unknown members are ignored; free-form JSON keeps everything, down to the
 * text of its numbers. Reading is strict: no conversion between types, no duplicate members,
 * nothing after the end. {@link dev.membrane.schema.Validation} checks whether a record that was
 * read is valid.
 *
 * <p>Every method for reading throws {@link ValidationException}: with the path of the member if a
 * member is missing or of the wrong type, with the text {@code invalid <field> JSON: <reason>} if
 * the text is no JSON. Stateless and thread-safe.
 */
public final class RecordCodec {

  private static final String RECORD = "record";

  /** The record as JSON; of a redacted one the header. */
  public String encode(RecordView record) {
    return Json.write(RECORD, out -> out.object(record, RecordJson::view));
  }

  /** The record as JSON in UTF-8; of a redacted one the header. */
  public byte[] encodeUtf8(RecordView record) {
    return Json.writeUtf8(RECORD, out -> out.object(record, RecordJson::view));
  }

  /** A draft as JSON. */
  public String encode(RecordDraft draft) {
    return Json.write(RECORD, out -> out.object(draft, RecordJson::draft));
  }

  /** The audit entry as JSON. */
  public String encode(AuditEntry entry) {
    return Json.write("audit_log", out -> out.object(entry, ProvenanceJson::auditEntry));
  }

  /** The event as JSON. */
  public String encode(TimelineEvent event) {
    return Json.write("event", out -> out.object(event, EpisodicJson::event));
  }

  /** The tool call as JSON. */
  public String encode(ToolNode call) {
    return Json.write("tool", out -> out.object(call, EpisodicJson::tool));
  }

  /** Any JSON value as text. */
  public String write(JsonValue value) {
    return Json.write("value", out -> out.freeForm(value));
  }

  /** Reads a complete record. */
  public MemoryRecord decode(String text) {
    return decodeObject(RECORD, text, Allowance.unbounded(), RecordJson::record);
  }

  /** Reads what {@link #encode(RecordView)} wrote: a complete record, or a header. */
  public RecordView decodeView(String text) {
    return decodeObject(RECORD, text, Allowance.unbounded(), RecordJson::view);
  }

  /** Reads an event of a timeline. */
  public TimelineEvent decodeEvent(String text) {
    return decodeObject("event", text, Allowance.unbounded(), EpisodicJson::event);
  }

  /** Reads a tool call. */
  public ToolNode decodeToolNode(String text) {
    return decodeObject("tool", text, Allowance.unbounded(), EpisodicJson::tool);
  }

  /** Reads an audit entry; other members than its own are ignored. */
  public AuditEntry decodeAuditEntry(String text) {
    return decodeObject("audit_log", text, Allowance.unbounded(), ProvenanceJson::auditEntry);
  }

  /**
   * Reads a draft. {@code created_at}, {@code updated_at} and {@code audit_log} are ignored, since
   * only the engine sets them.
   */
  public RecordDraft decodeDraft(String text) {
    return decodeDraft(RECORD, text);
  }

  /**
   * Reads the draft of a caller: at most {@value Limits#MAX_RECORD_VALUES} JSON values, of which
   * each free-form field holds at most {@value Limits#MAX_VALUES}, and no number of more than
   * {@value Limits#MAX_NUMBER} characters.
   *
   * @param field the request's name for the text, for the error if it is no JSON
   */
  public RecordDraft decodeDraft(String field, String text) {
    Allowance allowance = Allowance.of(field, Limits.MAX_RECORD_VALUES);
    try {
      return decodeObject(field, text, allowance, RecordJson::draft);
    } catch (ValidationException wrong) {
      // A payload of another type lacks members that nobody meant to give it.
      if (wrong.field().startsWith("payload.")) {
        decodeObject(field, text, allowance.renewed(), RecordJson::checkedKind);
      }
      throw wrong;
    }
  }

  /**
   * Reads any stored JSON value, however large.
   *
   * @param field the name of the text, for the error
   */
  public JsonValue parse(String field, String text) {
    return Json.read(field, field, text, Allowance.unbounded(), MemberReader::freeFormHere);
  }

  /**
   * Reads JSON with records in it, such as an answer, however large. Takes 16 levels more than
   * {@link #parse}, which takes {@link Limits#MAX_NESTING}: they are for what wraps a free-form
   * value in a record, and a record in an answer.
   *
   * @param field the name of the text, for the error
   */
  public JsonValue parseWritten(String field, String text) {
    return Json.read(field, field, text, Allowance.unbounded(), MemberReader::wholeHere);
  }

  /**
   * Reads a stored JSON object of integers of 32 bits, however large.
   *
   * @param field the name of the text, for the error
   * @return the members in the order given
   */
  public Map<String, Integer> parseCounts(String field, String text) {
    return Json.read(
        field,
        field,
        text,
        Allowance.unbounded(),
        in -> in.objectHere(MemberReader::countsByNameHere));
  }

  /**
   * Reads any JSON value that a caller sends: at most {@value Limits#MAX_VALUES} values, and no
   * number of more than {@value Limits#MAX_NUMBER} characters.
   *
   * @param field the request's name for the text, for the error
   */
  public JsonValue parseRequest(String field, String text) {
    Allowance allowance = Allowance.of(field, Limits.MAX_VALUES);
    return Json.read(field, field, text, allowance, MemberReader::freeFormHere);
  }

  /**
   * Reads a JSON array of constraints that a caller sends; bounded like {@link #parseRequest}.
   *
   * @param field the request's name for the text, for the error
   */
  public List<Constraint> decodeConstraints(String field, String text) {
    return Json.read(
        field,
        field,
        text,
        Allowance.of(field, Limits.MAX_VALUES),
        in -> {
          in.requireArray();
          return in.listHere(item -> item.objectHere(WorkingJson::constraint));
        });
  }

  private static <T> T decodeObject(
      String field, String text, Allowance allowance, MemberReader.ValueReader<T> part) {
    return Json.read(
        field,
        "",
        text,
        allowance,
        in -> {
          if (!in.isAtObject()) {
            in.skipRest();
            throw JsonFaults.invalid(field, "must be an object");
          }
          return part.read(in);
        });
  }
}
