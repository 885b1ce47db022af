package dev.membrane.internal.value;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.ToolNode;
import java.util.Map;
import java.util.stream.Collectors;

/** The summary that ingestion gives to a tool call. It says no more than the name of the tool. */
public final class CallSummary {

  /** The kind of the event that ingestion makes of a tool call. */
  public static final String KIND = "tool_call";

  private CallSummary() {}

  /** The summary for a call of a tool. */
  public static String of(String tool) {
    return TextRules.bounded(KIND + ": " + tool);
  }

  /** Those of the calls of an episode, by the ids of their nodes. */
  public static Map<String, String> in(EpisodicPayload episode) {
    return episode.toolGraph().stream()
        .collect(Collectors.toMap(ToolNode::id, node -> of(node.tool()), (a, b) -> a));
  }
}
