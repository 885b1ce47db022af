package dev.membrane.llm;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Episode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a model is shown of an episode: the words of its events, and apart from them the tools that
 * were called, with what they were given and returned; how it ended. Each piece is capped, and so
 * is the whole. Ids, scopes, tags, times and the environment are not shown.
 */
final class EpisodeText {

  /** The most characters of an episode that are shown. */
  static final int MAX = 12_000;

  /** The kind of the event that ingestion makes of a tool call. */
  private static final String CALL = "tool_call";

  private static final int MAX_WORDS = 2_000;
  private static final int MAX_ARGS = 500;
  private static final int MAX_RESULT = 1_000;
  private static final RecordCodec CODEC = new RecordCodec();

  private final List<JsonValue> said = new ArrayList<>();
  private final List<JsonValue> tools = new ArrayList<>();
  private int left = MAX;

  private EpisodeText() {}

  /** The episode under a number; empty if it has no words. */
  static Optional<JsonObject> of(Episode episode, int number) {
    EpisodeText text = new EpisodeText();
    EpisodicPayload trace = episode.trace();
    Set<String> calls = trace.toolGraph().stream().map(ToolNode::id).collect(Collectors.toSet());
    trace.timeline().stream()
        .filter(event -> !calls.contains(event.ref()) || isSaidOfCall(episode, event))
        .forEach(text::say);
    trace.toolGraph().forEach(text::call);
    return text.isEmpty() ? Optional.empty() : Optional.of(text.json(trace, number));
  }

  /**
   * Whether an event with the reference of a call is somebody's word about it, as a correction is.
   */
  private static boolean isSaidOfCall(Episode episode, TimelineEvent event) {
    return !event.eventKind().equals(CALL)
        && episode.record().provenance().sources().stream()
            .anyMatch(
                source ->
                    source.kind() == ProvenanceKind.EVENT
                        && source.ref().equals(event.ref())
                        && event.t().equals(source.timestamp()));
  }

  private boolean isEmpty() {
    return said.isEmpty() && tools.isEmpty();
  }

  private JsonObject json(EpisodicPayload trace, int number) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("episode", number);
    if (trace.outcome() != null) {
      members.put("outcome", trace.outcome().wireName());
    }
    members.put("said", said);
    members.put("tools", tools);
    return (JsonObject) JsonValue.of(members);
  }

  private void say(TimelineEvent event) {
    if (event.summary() != null && !event.summary().isBlank() && left > 0) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("kind", taken(event.eventKind(), 100));
      members.put("text", taken(event.summary(), MAX_WORDS));
      said.add(JsonValue.of(members));
    }
  }

  private void call(ToolNode node) {
    if (left > 0) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("tool", taken(node.tool(), 100));
      put(members, "args", node.args(), MAX_ARGS);
      put(members, "result", node.result(), MAX_RESULT);
      tools.add(JsonValue.of(members));
    }
  }

  /** As a text, for what is cut is no JSON any more. */
  private void put(Map<String, Object> members, String name, @Nullable JsonValue value, int most) {
    if (value != null) {
      members.put(name, taken(CODEC.write(value), most));
    }
  }

  private String taken(String text, int most) {
    String cut = Limits.beginning(text, Math.min(most, left));
    left -= cut.length();
    return cut;
  }
}
