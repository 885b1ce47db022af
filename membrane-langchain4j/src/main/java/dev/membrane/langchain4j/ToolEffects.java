package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.membrane.schema.ToolEffect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tools declare about their effect: by the annotation {@code readOnlyHint} of an MCP server,
 * which LangChain4j keeps in the metadata of a tool, or by the same name in {@code @Tool(metadata =
 * ...)}. Not thread-safe.
 */
final class ToolEffects {

  private static final String READ_ONLY = "readOnlyHint";

  private final Map<String, ToolEffect> byTool = new HashMap<>();

  /** Takes note of the tools that a model is offered. */
  void declare(List<ToolSpecification> tools) {
    for (ToolSpecification tool : tools) {
      if (tool.metadata() != null && tool.metadata().get(READ_ONLY) instanceof Boolean reads) {
        byTool.put(tool.name(), reads ? ToolEffect.READ : ToolEffect.WRITE);
      }
    }
  }

  /** The effect of a tool; null: it declares none. */
  @Nullable ToolEffect of(String tool) {
    return byTool.get(tool);
  }
}
