package dev.membrane.schema;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool call within an episode.
 *
 * @param id the identifier of this node
 * @param tool the name of the tool
 * @param args what it was called with
 * @param result what it returned; null if nothing was reported, which differs from a reported
 *     {@link JsonNull}
 * @param timestamp when it was called
 * @param dependsOn the nodes whose output it needed
 * @param effect the effect that the tool declares; null: none
 */
public record ToolNode(
    String id,
    String tool,
    @Nullable JsonObject args,
    @Nullable JsonValue result,
    @Nullable Instant timestamp,
    List<String> dependsOn,
    @Nullable ToolEffect effect) {

  public ToolNode {
    id = Components.present("id", id);
    tool = Components.present("tool", tool);
    timestamp = Components.optional(timestamp);
    dependsOn = Components.optionalList("depends_on", dependsOn);
  }

  /** A call of a tool that declares no effect. */
  public ToolNode(
      String id,
      String tool,
      @Nullable JsonObject args,
      @Nullable JsonValue result,
      @Nullable Instant timestamp,
      List<String> dependsOn) {
    this(id, tool, args, result, timestamp, dependsOn, null);
  }
}
