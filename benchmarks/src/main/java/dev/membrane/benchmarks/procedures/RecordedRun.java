package dev.membrane.benchmarks.procedures;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A recorded run of an agent that used tools.
 *
 * @param task what it was to do; runs of one task are kept together
 * @param messages what the user said
 */
record RecordedRun(
    String id, String task, boolean isSuccess, List<String> messages, List<Call> calls) {

  private static final RecordCodec JSON = new RecordCodec();

  /** Copies the lists. */
  RecordedRun {
    messages = List.copyOf(messages);
    calls = List.copyOf(calls);
  }

  /** A call of a tool; the recorded instants carry no offset and are read as UTC. */
  record Call(String tool, JsonObject args, JsonValue result, Instant at, List<Integer> waitedFor) {
    /** Copies the list. */
    Call {
      waitedFor = List.copyOf(waitedFor);
    }
  }

  /** The runs of a file that called anything, one in each line. */
  static List<RecordedRun> read(Path file) throws IOException {
    List<RecordedRun> runs = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      RecordedRun run = of((JsonObject) JSON.parse("run", line));
      if (!run.calls().isEmpty()) {
        runs.add(run);
      }
    }
    return runs;
  }

  private static RecordedRun of(JsonObject run) {
    return new RecordedRun(
        text(run, "id"),
        text(run, "task"),
        run.members().get("success") instanceof JsonBoolean success && success.value(),
        items(run, "users").stream().map(message -> ((JsonString) message).value()).toList(),
        calls(items(run, "calls")));
  }

  private static List<Call> calls(List<JsonValue> recorded) {
    List<Call> calls = new ArrayList<>();
    for (JsonValue call : recorded) {
      calls.add(call((JsonObject) call, Instant.EPOCH.plusSeconds(calls.size())));
    }
    return calls;
  }

  private static Call call(JsonObject call, Instant otherwise) {
    return new Call(
        text(call, "tool"),
        (JsonObject) call.members().getOrDefault("args", new JsonObject(Map.of())),
        call.members().getOrDefault("result", JsonValue.of(null)),
        at(text(call, "ts"), otherwise),
        items(call, "deps_chain").stream()
            .map(place -> (int) ((JsonNumber) place).doubleValue())
            .toList());
  }

  private static Instant at(String time, Instant otherwise) {
    if (time.isEmpty()) {
      return otherwise;
    }
    return Instant.parse(time.endsWith("Z") ? time : time + "Z");
  }

  private static String text(JsonObject object, String member) {
    return object.members().get(member) instanceof JsonString text ? text.value() : "";
  }

  private static List<JsonValue> items(JsonObject object, String member) {
    return object.members().get(member) instanceof JsonArray array ? array.items() : List.of();
  }

  /** All that the user said, one message a line. */
  String asked() {
    return String.join("\n", messages);
  }

  /** What was called, in order. */
  List<String> tools() {
    return calls.stream().map(Call::tool).toList();
  }
}
