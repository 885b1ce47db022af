package dev.membrane.server.internal.command;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.CommandProvider;
import java.util.List;

/** Brings the commands with which operators look after a store. */
public final class ServerCommands implements CommandProvider {

  /** For {@link java.util.ServiceLoader}. */
  public ServerCommands() {}

  @Override
  public List<Object> commands(CommandContext context) {
    return List.of(
        new VerifyAuditCommand(context),
        new EraseCommand(context),
        new ScanForCommand(context),
        new EncryptCommand(context),
        new RotateKeysCommand(context),
        new ExportCommand(context),
        new ImportCommand(context),
        new PreviewExtractionCommand(context),
        new MakeArchiveCommand(),
        new CompletionCommand(context));
  }
}
