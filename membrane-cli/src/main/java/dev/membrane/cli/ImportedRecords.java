package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.Validation;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Hands in full records in groups, and tells what becomes of each. Not thread-safe. */
final class ImportedRecords {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final String SOURCE = "import";
  private static final String SCOPE = "scope";

  private record Waiting(String name, ObjectNode record) {}

  /** What is sent at once: a request has room for more. */
  private static final int MOST_ITEMS = 500;

  private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

  private final ImportReport report;
  private final @Nullable Memory memory;
  private final @Nullable String scope;
  private final PrintWriter err;
  private final List<Waiting> waiting = new ArrayList<>();
  private int characters;

  /**
   * Records of one file.
   *
   * @param memory null: nothing is handed in
   * @param scope of records that have none; null: they stay without
   * @param err where it is told how far it has come
   */
  ImportedRecords(
      ImportReport report, @Nullable Memory memory, @Nullable String scope, PrintWriter err) {
    this.report = report;
    this.memory = memory;
    this.scope = scope;
    this.err = err;
  }

  ImportReport report() {
    return report;
  }

  /** An id that is always the same for the same things. */
  static String idOf(String... parts) {
    String all = String.join("\u0000", parts);
    return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** The scope that a record will have; empty: none. */
  String scopeOf(JsonNode record) {
    String own = record.path(SCOPE).asText();
    return !own.isEmpty() || scope == null ? own : scope;
  }

  /**
   * Hands in a record.
   *
   * @param name what the file calls it, for who reads why it is refused
   * @param record as JSON, with an id
   * @return whether it is a valid record
   */
  boolean add(String name, ObjectNode record) {
    String where = scopeOf(record);
    record.remove(SCOPE);
    if (!where.isEmpty()) {
      record.put(SCOPE, where);
    }
    String text = JsonText.write(record);
    try {
      var unused = Validation.admit(CODEC.decodeDraft("record", text));
    } catch (ValidationException invalid) {
      refuse(name, String.valueOf(invalid.getMessage()));
      return false;
    }
    if (memory == null) {
      report.took(record.path("type").asText());
      return true;
    }
    waiting.add(new Waiting(name, record));
    characters += text.length();
    if (waiting.size() == MOST_ITEMS || characters > MOST_CHARACTERS) {
      send();
    }
    return true;
  }

  /** Hands in what waits. */
  void send() {
    Memory receiver = memory;
    if (receiver == null || waiting.isEmpty()) {
      return;
    }
    ObjectNode request = JsonText.object();
    ArrayNode items = request.putArray("items");
    waiting.forEach(
        it ->
            items.addObject().putObject("record").put("source", SOURCE).set("record", it.record()));
    JsonNode answer = receiver.call("IngestBatch", request);
    for (JsonNode item : answer.path("items")) {
      tell(waiting.get(item.path("number").asInt()), item.path("error"));
    }
    waiting.clear();
    characters = 0;
    err.println(report.total() + " records done");
  }

  private void tell(Waiting item, JsonNode error) {
    if (!error.isObject()) {
      report.took(item.record().path("type").asText());
    } else if (error.path("code").asText().equals("ALREADY_EXISTS")) {
      report.knew();
    } else {
      refuse(item.name(), error.path("message").asText());
    }
  }

  /** Tells that something of the file is left out, and goes on. */
  void refuse(String name, String why) {
    report.refused(why);
    err.println(TerminalText.of(name + ": " + why));
  }
}
