package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Episodes in which tools were called. */
final class ToolCalls {

  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private ToolCalls() {}

  /** Runs of which every stage that learns procedures learns something. */
  static List<EpisodicPayload> instructive() {
    return List.of(
        run(0, OutcomeStatus.SUCCESS, "look", "fix", "test"),
        run(1, OutcomeStatus.SUCCESS, "look", "fix", "test"),
        run(2, OutcomeStatus.FAILURE, "look", "fix", "test"),
        run(3, OutcomeStatus.SUCCESS, "look", "look", "fix", "test"),
        run(4, OutcomeStatus.SUCCESS, "fix", "look", "test"));
  }

  private static EpisodicPayload run(int hour, OutcomeStatus end, String... tools) {
    Instant at = START.plusSeconds(3_600L * hour);
    List<ToolNode> calls = new ArrayList<>();
    for (String tool : tools) {
      int place = calls.size();
      calls.add(
          new ToolNode(
              "call-" + place,
              tool,
              new JsonObject(Map.of("id", JsonValue.of("order-" + hour))),
              JsonValue.of("done"),
              at.plusSeconds(1 + place),
              place == 0 ? List.of() : List.of("call-" + (place - 1))));
    }
    TimelineEvent asked = new TimelineEvent(at, "user_input", "message", "the build is red");
    return EpisodicPayload.of(List.of(asked), calls).withOutcome(end);
  }
}
