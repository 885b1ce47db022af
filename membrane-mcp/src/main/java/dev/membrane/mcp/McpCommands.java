package dev.membrane.mcp;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.CommandProvider;
import java.util.List;

/** Brings the command with which hosts of agents reach the memory. */
public final class McpCommands implements CommandProvider {

  /** For {@link java.util.ServiceLoader}. */
  public McpCommands() {}

  @Override
  public List<Object> commands(CommandContext context) {
    return List.of(new McpCommand(context));
  }
}
