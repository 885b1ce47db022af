package dev.membrane.ingest;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool was called.
 *
 * @param source the actor that called it
 * @param toolName the tool
 * @param args its arguments
 * @param result what it answered
 * @param dependsOn ids of the tool nodes whose results it needed
 */
public record ToolOutputRequest(
    String source,
    String toolName,
    @Nullable JsonObject args,
    @Nullable JsonValue result,
    List<String> dependsOn,
    IngestOptions options) {

  /** Copies the list. */
  public ToolOutputRequest {
    dependsOn = List.copyOf(dependsOn);
  }
}
