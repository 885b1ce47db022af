package dev.membrane.internal.transfer;

import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.spi.store.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Translates the lines of an export, without their checksums. */
final class LineCodec {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final String FORMAT_NAME = "membrane-export";
  private static final int FORMAT = 1;
  private static final String HEADER = start("header") + "\"format\":\"" + FORMAT_NAME + "\",";
  private static final String RECORD = start("record");
  private static final String STORED = ",\"stored\":{";
  private static final String END = start("end");
  private static final String LINE = "line";

  /** The last line. */
  record EndLine(long lines, String sha256) {}

  private LineCodec() {}

  private static String start(String kind) {
    return "{\"line\":\"" + kind + "\",";
  }

  static String header(String membrane, Instant createdAt, long ids) {
    Map<String, Object> json = line("header");
    json.put("format", FORMAT_NAME);
    json.put("version", FORMAT);
    json.put("membrane", membrane);
    json.put("created_at", Timestamps.write(createdAt));
    json.put("ids", ids);
    return write(json);
  }

  static void checkIsExport(String line) {
    if (!line.startsWith(HEADER)) {
      throw new MoveException("is no export of Membrane");
    }
  }

  static void checkFormat(String line) {
    try {
      LineMembers header = LineMembers.of(LINE, CODEC.parse(LINE, line));
      long format = header.integer("version", 1, Long.MAX_VALUE);
      if (format != FORMAT) {
        throw new MoveException(
            "is an export of format %s, written by Membrane %s; this one reads format %s"
                .formatted(format, header.text("membrane"), FORMAT));
      }
    } catch (ValidationException fault) {
      throw MoveException.inLine(1, "is no header: " + fault.getMessage());
    }
  }

  /** A record, or what stays of it. */
  static String kept(Kept kept, boolean withEmbedding) {
    AuditTrail trail = kept.trail();
    StoredRecord stored = trail.stored();
    if (stored == null) {
      Map<String, Object> json = line("tombstone");
      json.putAll(StoredJson.tombstone(trail));
      return write(json);
    }
    String record = CODEC.encode(stored.record().withAuditLog(trail.entries()));
    String besides = write(StoredJson.besides(kept, stored, withEmbedding));
    return RECORD + record.substring(1, record.length() - 1) + STORED + besides.substring(1) + "}";
  }

  static String key(Key key) {
    Map<String, Object> json = line("key");
    json.putAll(StoredJson.key(key));
    if (key.owner() != null) {
      json.put("owner", key.owner());
    }
    return write(json);
  }

  static String row(QueueRow row) {
    Map<String, Object> json = line("work");
    json.put("item", row.item());
    json.putAll(StoredJson.row(row));
    return write(json);
  }

  static String run(KeptRun run) {
    Map<String, Object> json = line("run");
    json.putAll(StoredJson.run(run));
    return write(json);
  }

  static String end(long lines, String sha256) {
    Map<String, Object> json = line("end");
    json.put("lines", lines);
    json.put("sha256", sha256);
    return write(json);
  }

  static boolean isEnd(byte[] line) {
    int length = Math.min(line.length, END.length());
    return new String(line, 0, length, StandardCharsets.ISO_8859_1).equals(END);
  }

  static EndLine decodeEnd(long number, String line) {
    try {
      LineMembers end = LineMembers.of(LINE, CODEC.parse(LINE, line));
      return new EndLine(end.integer("lines", 1, Long.MAX_VALUE), end.text("sha256"));
    } catch (ValidationException fault) {
      throw MoveException.inLine(number, "is no end: " + fault.getMessage());
    }
  }

  /**
   * Reads a line and checks what it says as whatever comes in is checked.
   *
   * @param latest the latest instant that the clock of a server can have written
   * @throws ValidationException that names the field
   */
  static LineContent decode(String line, Instant latest) {
    if (line.startsWith(RECORD)) {
      return record(line, latest);
    }
    LineMembers json = new LineMembers("", LineMembers.of(LINE, CODEC.parse(LINE, line)).json());
    return switch (json.text(LINE)) {
      case "tombstone" -> StoredJson.tombstone(json, latest);
      case "key" -> key(json, latest);
      case "work" -> new LineContent.LooseRow(StoredJson.row(json, json.text("item"), latest));
      case "run" -> new LineContent.RunContent(StoredJson.run(json));
      default -> throw json.fault(LINE, "must be record, tombstone, key, work, run or end");
    };
  }

  /** Parsed in two parts, and so once: in no string stands a quotation mark without a backslash. */
  private static LineContent record(String line, Instant latest) {
    int at = line.lastIndexOf(STORED);
    if (at < 0) {
      throw new ValidationException("stored", "is required");
    }
    String besides = line.substring(at + STORED.length() - 1, line.length() - 1);
    return StoredJson.whole(
        CODEC.decode(line.substring(0, at) + "}"),
        LineMembers.of("stored", CODEC.parse("stored", besides)),
        latest);
  }

  private static LineContent key(LineMembers json, Instant latest) {
    Key key = StoredJson.key(json, json.optionalText("owner"));
    IdempotentCallKeys.check(key, latest);
    return new LineContent.LooseKey(key);
  }

  private static Map<String, Object> line(String kind) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(LINE, kind);
    return json;
  }

  private static String write(Map<String, Object> json) {
    return CODEC.write(JsonValue.of(json));
  }
}
