package dev.membrane.benchmarks.procedures;

import dev.membrane.benchmarks.procedures.RecordedRun.RecordedCall;
import dev.membrane.benchmarks.relevance.UnusableDataException;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads recorded runs of agents, one in each line. Not thread-safe. */
final class RunLines {

  private static final RecordCodec JSON = new RecordCodec();

  private final Path file;
  private final List<RecordedRun> runs = new ArrayList<>();
  private int line;

  private RunLines(Path file) {
    this.file = file;
  }

  /**
   * The runs of a file that called anything.
   *
   * @throws UnusableDataException if there is none; or naming the line that is not as it must be
   */
  static List<RecordedRun> read(Path file) {
    RunLines lines = new RunLines(file);
    try {
      Files.readAllLines(file).forEach(lines::add);
    } catch (IOException unreadable) {
      throw new UnusableDataException(file + " is no readable text in UTF-8", unreadable);
    }
    if (lines.runs.isEmpty()) {
      throw new UnusableDataException(file + ": no run called a tool");
    }
    return lines.runs;
  }

  private void add(String text) {
    line++;
    if (text.isBlank()) {
      return;
    }
    RecordedRun run = run(object("a run", parsed(text)));
    if (!run.calls().isEmpty()) {
      runs.add(run);
    }
  }

  private JsonValue parsed(String text) {
    try {
      return JSON.parse("run", text);
    } catch (ValidationException malformed) {
      throw unusable("is not JSON", malformed);
    }
  }

  private RecordedRun run(JsonObject run) {
    List<String> messages = new ArrayList<>();
    for (JsonValue message : items(run, "users")) {
      require(message instanceof JsonString, "users must be texts");
      messages.add(((JsonString) message).value());
    }
    return new RecordedRun(
        text(run, "id"), text(run, "task"), isSuccess(run), messages, calls(items(run, "calls")));
  }

  private boolean isSuccess(JsonObject run) {
    if (run.members().get("success") instanceof JsonBoolean success) {
      return success.value();
    }
    throw unusable("success must be true or false", null);
  }

  private List<RecordedCall> calls(List<JsonValue> recorded) {
    List<RecordedCall> calls = new ArrayList<>();
    for (JsonValue call : recorded) {
      calls.add(call(object("a call", call), calls.size()));
    }
    return calls;
  }

  private RecordedCall call(JsonObject call, int place) {
    Map<String, JsonValue> members = call.members();
    return new RecordedCall(
        text(call, "tool"),
        object("args", members.getOrDefault("args", new JsonObject(Map.of()))),
        members.getOrDefault("result", JsonValue.of(null)),
        members.containsKey("ts") ? at(text(call, "ts")) : Instant.EPOCH.plusSeconds(place),
        items(call, "deps_chain").stream().map(before -> placeOf(before, place)).toList());
  }

  private int placeOf(JsonValue before, int place) {
    double given = before instanceof JsonNumber number ? number.doubleValue() : -1;
    require(
        given >= 0 && given < place && given == (int) given,
        "deps_chain must name the places of calls before, from 0");
    return (int) given;
  }

  /** Recorded instants may carry no offset, and are then in UTC. */
  private Instant at(String time) {
    try {
      return Instant.parse(time.endsWith("Z") ? time : time + "Z");
    } catch (DateTimeParseException malformed) {
      throw unusable("ts must be RFC 3339 in UTC", malformed);
    }
  }

  private JsonObject object(String what, JsonValue value) {
    require(value instanceof JsonObject, what + " must be an object");
    return (JsonObject) value;
  }

  private String text(JsonObject object, String member) {
    if (object.members().get(member) instanceof JsonString text && !text.value().isBlank()) {
      return text.value();
    }
    throw unusable(member + " is missing", null);
  }

  private List<JsonValue> items(JsonObject object, String member) {
    JsonValue value = object.members().getOrDefault(member, new JsonArray(List.of()));
    require(value instanceof JsonArray, member + " must be a list");
    return ((JsonArray) value).items();
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw unusable(otherwise, null);
    }
  }

  private UnusableDataException unusable(String why, @Nullable Throwable cause) {
    return new UnusableDataException(file + ", line " + line + ": " + why, cause);
  }
}
