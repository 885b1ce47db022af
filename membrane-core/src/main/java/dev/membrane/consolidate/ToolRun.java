package dev.membrane.consolidate;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Episode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tool calls of an episode, as the lessons about procedures tell of them. */
final class ToolRun {

  static final String TOOLS = "tools";
  static final String ARGS = "args";
  static final String SUCCESS = "success";
  static final String FAILURE = "failure";
  static final String USED = "used";
  static final String BEGAN = "began";
  static final String LATENCY = "latency";
  static final String CONFIDENCE = "confidence";

  /** Longer arguments are no constants worth keeping. */
  private static final int LONGEST_VALUE = 200;

  private final Episode episode;
  private final EpisodicPayload trace;

  ToolRun(Episode episode) {
    this.episode = episode;
    this.trace = episode.trace();
  }

  List<ToolNode> calls() {
    return trace.toolGraph();
  }

  @Nullable OutcomeStatus outcome() {
    return trace.outcome();
  }

  List<String> tools() {
    return calls().stream().map(ToolNode::tool).toList();
  }

  /** What every lesson about a procedure has in common. */
  Fields lesson() {
    return Fields.none()
        .put(TOOLS, tools())
        .put(ARGS, arguments())
        .put(SUCCESS, outcome() == OutcomeStatus.SUCCESS ? true : null)
        .put(FAILURE, outcome() == OutcomeStatus.FAILURE ? true : null)
        .put(BEGAN, began())
        .put(USED, used())
        .put(LATENCY, latency())
        .put(CONFIDENCE, episode.record().confidence());
  }

  private List<JsonValue> arguments() {
    List<JsonValue> all = new ArrayList<>();
    for (ToolNode call : calls()) {
      Fields kept = Fields.none();
      JsonObject args = call.args();
      if (args != null) {
        args.members()
            .forEach((name, value) -> kept.put(name, isShort(value) ? value : JsonValue.of(null)));
      }
      all.add(kept.toJson());
    }
    return all;
  }

  private static boolean isShort(JsonValue value) {
    return !(value instanceof JsonObject)
        && !(value instanceof JsonArray)
        && value.toString().length() <= LONGEST_VALUE;
  }

  /** The first thing that happened. */
  Instant began() {
    return trace.timeline().stream()
        .map(TimelineEvent::t)
        .min(Instant::compareTo)
        .orElse(episode.record().createdAt());
  }

  /** The last tool call. */
  Instant used() {
    return calls().stream()
        .map(ToolNode::timestamp)
        .filter(at -> at != null)
        .max(Instant::compareTo)
        .orElseGet(this::began);
  }

  /** From the first thing that happened to the last, in milliseconds; null if nothing took time. */
  private @Nullable Long latency() {
    Instant end =
        trace.timeline().stream()
            .map(TimelineEvent::t)
            .max(Instant::compareTo)
            .orElseGet(this::began);
    long millis = Duration.between(began(), end).toMillis();
    return millis == 0 ? null : (Long) millis;
  }

  /** What the agent heard before it called the first tool. */
  List<String> signals() {
    List<String> signals = new ArrayList<>();
    Set<String> nodes = calls().stream().map(ToolNode::id).collect(Collectors.toSet());
    for (TimelineEvent event : trace.timeline()) {
      if (nodes.contains(event.ref())) {
        return signals;
      }
      String summary = event.summary();
      signals.add(summary == null || summary.isEmpty() ? event.eventKind() : summary);
    }
    return signals;
  }

  /** Why a run failed, as far as its last call tells. */
  String failureMode() {
    ToolNode last = calls().get(calls().size() - 1);
    if (last.result() instanceof JsonObject result) {
      String error = Fields.of(result).text("error");
      if (!error.isEmpty()) {
        return last.tool() + ": " + error;
      }
    }
    return last.tool() + " was the last call before the run failed";
  }
}
