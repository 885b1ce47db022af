package dev.membrane.hooks;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.CommandProvider;
import java.util.List;

/** Brings {@code membraned hooks}. */
public final class HooksCommands implements CommandProvider {

  /** For {@link java.util.ServiceLoader}. */
  public HooksCommands() {}

  @Override
  public List<Object> commands(CommandContext context) {
    return List.of(new HooksCommand(context));
  }
}
