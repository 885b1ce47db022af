package dev.membrane.hooks;

import dev.membrane.schema.ToolEffect;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The built-in tools of Claude Code whose names say what they do. Copilot reports its own tools by
 * the same names. What a shell command or a tool of an MCP server does is not known from an event.
 */
final class ClaudeTools {

  private static final Set<String> READING =
      Set.of("Read", "NotebookRead", "Glob", "Grep", "LS", "WebFetch", "WebSearch");
  private static final Set<String> WRITING = Set.of("Write", "Edit", "MultiEdit", "NotebookEdit");

  private ClaudeTools() {}

  /** What the calls of a tool do; null: not known. */
  static @Nullable ToolEffect effect(String tool) {
    if (READING.contains(tool)) {
      return ToolEffect.READ;
    }
    return WRITING.contains(tool) ? ToolEffect.WRITE : null;
  }
}
