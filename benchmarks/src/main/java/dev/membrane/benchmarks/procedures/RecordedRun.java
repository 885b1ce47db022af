package dev.membrane.benchmarks.procedures;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.time.Instant;
import java.util.List;

/**
 * A recorded run of an agent that used tools.
 *
 * @param task what it was to do; runs of one task are kept together
 * @param messages what the user said
 */
record RecordedRun(
    String id, String task, boolean isSuccess, List<String> messages, List<RecordedCall> calls) {

  /** Copies the lists. */
  RecordedRun {
    messages = List.copyOf(messages);
    calls = List.copyOf(calls);
  }

  /** A call of a tool; it may have waited for the results of calls before it, named by place. */
  record RecordedCall(
      String tool, JsonObject args, JsonValue result, Instant at, List<Integer> waitedFor) {
    /** Copies the list. */
    RecordedCall {
      waitedFor = List.copyOf(waitedFor);
    }
  }

  /** All that the user said, one message a line. */
  String asked() {
    return String.join("\n", messages);
  }

  /** What was called, in order. */
  List<String> tools() {
    return calls.stream().map(RecordedCall::tool).toList();
  }
}
