package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.StartException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hands in full records in groups, and tells what becomes of each. Not thread-safe. */
final class ImportedRecords {

  private static final String SOURCE = "import";
  private static final String SCOPE = "scope";
  private static final String PAYLOAD = "payload";

  /** How a refusal names a relation to a record that is not there. */
  private static final Pattern RELATION = Pattern.compile("relations\\[(\\d+)]\\.target_id$");

  private record WaitingRecord(
      String name, ObjectNode record, ImportNotes notes, UnaryOperator<String> words) {

    String id() {
      return record.path("id").asText();
    }

    String target(int relation) {
      return record.path("relations").path(relation).path("target_id").asText();
    }
  }

  private record Refusal(WaitingRecord item, JsonNode error) {

    /** The number of the relation that it is about; -1: it is about something else. */
    int relation() {
      Matcher matcher = RELATION.matcher(error.path("field").asText());
      return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
  }

  private final ImportReport report;
  private final @Nullable CallableMemory memory;
  private final @Nullable String scope;
  private final PrintWriter err;
  private final List<WaitingRecord> waiting = new ArrayList<>();
  private final Set<String> tried = new HashSet<>();
  private int characters;

  /**
   * Records of one file.
   *
   * @param memory null: nothing is handed in
   * @param scope of records that have none; null: they stay without
   * @param err where it is told how far it has come
   */
  ImportedRecords(
      ImportReport report,
      @Nullable CallableMemory memory,
      @Nullable String scope,
      PrintWriter err) {
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
   * Hands in a record whose fields the file calls as they are called here.
   *
   * @see #add(String, ObjectNode, ImportNotes, UnaryOperator)
   */
  boolean add(String name, ObjectNode record, ImportNotes notes) {
    return add(name, record, notes, UnaryOperator.identity());
  }

  /**
   * Hands in a record.
   *
   * @param name what the file calls it, for who reads why it is refused
   * @param record as JSON, with an id
   * @param notes of it, which are told once it is taken; get the members of its payload that are
   *     unknown here
   * @param words says why it is refused with the names that the file has for the record's fields
   * @return whether it is a valid record, and not left
   * @throws StartException as {@link #send} does
   */
  boolean add(String name, ObjectNode record, ImportNotes notes, UnaryOperator<String> words) {
    String where = scopeOf(record);
    record.remove(SCOPE);
    if (!where.isEmpty()) {
      record.put(SCOPE, where);
    }
    String text = JsonText.write(record);
    Optional<String> fault = fault(text, record, notes);
    if (fault.isPresent()) {
      refuse(name, words.apply(fault.get()));
      return false;
    }
    if (memory == null) {
      wouldTake(record, notes);
      return true;
    }
    if (record.path("type").asText().equals("working") && isReplacing(memory, record)) {
      return knows(memory, record, notes);
    }
    waiting.add(new WaitingRecord(name, record, notes, words));
    characters += text.length();
    if (waiting.size() == SentAtOnce.MAX_ITEMS || characters > SentAtOnce.MAX_CHARACTERS) {
      send();
    }
    return true;
  }

  /** Of records with one id, a memory takes the first. */
  private void wouldTake(ObjectNode record, ImportNotes notes) {
    if (tried.add(record.path("id").asText())) {
      report.took(record.path("type").asText(), notes);
    } else {
      report.knew(notes);
    }
  }

  /** What is wrong with a record; notes the members of its payload that are unknown here. */
  private static Optional<String> fault(String text, ObjectNode record, ImportNotes notes) {
    try {
      JsonNode known = JsonText.stored("record", WholeRecord.check(text));
      UnknownMembers.note(PAYLOAD, record.path(PAYLOAD), known.path(PAYLOAD), notes);
      return Optional.empty();
    } catch (ValidationException invalid) {
      return Optional.of(String.valueOf(invalid.getMessage()));
    }
  }

  /** Whether a thread has a current state that a record would take the place of. */
  private boolean isReplacing(CallableMemory receiver, ObjectNode record) {
    return hasState(receiver, record, false, id -> !id.equals(record.path("id").asText()));
  }

  /** Tells whether a state is an earlier one of its thread, or left because of another. */
  private boolean knows(CallableMemory receiver, ObjectNode record, ImportNotes notes) {
    if (hasState(receiver, record, true, record.path("id").asText()::equals)) {
      report.knew(notes);
      return true;
    }
    report.left("working states whose thread has another one in the memory");
    return false;
  }

  /** Whether the thread of a record has a state with such an id, be it current or not. */
  private boolean hasState(
      CallableMemory receiver, ObjectNode record, boolean retracted, Predicate<String> ids) {
    String where = record.path(SCOPE).asText();
    ObjectNode request =
        MemoryCommand.underTrust(where.isEmpty() ? List.of() : List.of(where))
            .put("include_retracted", retracted)
            .put("thread_id", record.at("/payload/thread_id").asText());
    String next;
    do {
      JsonNode page = call(receiver, "ListRecords", request);
      for (JsonNode current : page.path("records")) {
        if (current.path(SCOPE).asText().equals(where) && ids.test(current.path("id").asText())) {
          return true;
        }
      }
      next = page.path("next_cursor").asText();
      request.put("cursor", next);
    } while (!next.isEmpty());
    return false;
  }

  /**
   * Hands in what waits.
   *
   * @throws StartException if the memory cannot take records, be it for its store, the connection
   *     or the key; the next ones would fare no better
   */
  void send() {
    CallableMemory receiver = memory;
    if (receiver == null || waiting.isEmpty()) {
      return;
    }
    List<WaitingRecord> next = List.copyOf(waiting);
    while (!next.isEmpty()) {
      next = toSendAgain(send(receiver, next));
    }
    waiting.clear();
    characters = 0;
    err.println(report.total() + " records done");
  }

  /** Answers with what was refused, in order. */
  private List<Refusal> send(CallableMemory receiver, List<WaitingRecord> all) {
    ObjectNode request = JsonText.object();
    ArrayNode items = request.putArray("items");
    all.forEach(
        it ->
            items.addObject().putObject("record").put("source", SOURCE).set("record", it.record()));
    List<Refusal> refusals = new ArrayList<>();
    String lost = "";
    for (JsonNode answer : call(receiver, "IngestBatch", request).path("items")) {
      WaitingRecord item = all.get(answer.path("number").asInt());
      JsonNode error = answer.path("error");
      if (!error.isObject()) {
        report.took(item.record().path("type").asText(), item.notes());
      } else if (error.path("code").asText().equals("ALREADY_EXISTS")) {
        report.knew(item.notes());
      } else if (error.path("code").asText().equals("UNAVAILABLE")) {
        lost = error.path("message").asText();
      } else {
        refusals.add(new Refusal(item, error));
      }
    }
    if (!lost.isEmpty()) {
      throw new StartException(ended(lost));
    }
    return refusals;
  }

  private JsonNode call(CallableMemory receiver, String name, ObjectNode request) {
    try {
      return receiver.call(name, request);
    } catch (StartException failed) {
      throw new StartException(ended(String.join("; ", failed.faults())), failed);
    }
  }

  private String ended(String why) {
    return why
        + "; this run took "
        + report.taken()
        + " records, and the command may be run again: it takes none twice";
  }

  /**
   * What was refused for a relation comes again: as it is if what it relates to does so before it,
   * else without that relation.
   */
  private List<WaitingRecord> toSendAgain(List<Refusal> refusals) {
    List<WaitingRecord> again = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Refusal refusal : refusals) {
      WaitingRecord item = refusal.item();
      int relation = refusal.relation();
      if (relation < 0) {
        refuse(item.name(), item.words().apply(refusal.error().path("message").asText()));
        continue;
      }
      if (!ids.contains(item.target(relation))) {
        leave(item, relation);
      }
      again.add(item);
      ids.add(item.id());
    }
    return again;
  }

  private void leave(WaitingRecord item, int relation) {
    item.notes().left(ImportReport.RELATIONS_LEFT);
    String target = item.target(relation);
    err.println(TerminalText.of(item.name() + ": left its relation to " + target));
    item.record().withArray("/relations").remove(relation);
  }

  /** Tells that something of the file is left out, and goes on. */
  void refuse(String name, String why) {
    report.refused(why);
    err.println(TerminalText.of(name + ": " + why));
  }
}
