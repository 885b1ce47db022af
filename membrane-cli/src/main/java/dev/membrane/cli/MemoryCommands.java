package dev.membrane.cli;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.command.CommandProvider;
import java.util.List;

/** Brings the commands with which people remember, recall and look. */
public final class MemoryCommands implements CommandProvider {

  /** For {@link java.util.ServiceLoader}. */
  public MemoryCommands() {}

  @Override
  public List<Object> commands(CommandContext context) {
    return List.of(
        new RememberCommand(context),
        new IngestCommand(context),
        new ImportReferenceCommand(context),
        new ImportMcpMemoryCommand(context),
        new RecallCommand(context),
        new HowToCommand(context),
        SkillsCommand.line(context),
        new ShowCommand(context),
        new HistoryCommand(context),
        new ReplayCommand(context),
        ReviseCommand.line(context),
        new ForgetCommand(context),
        new ListCommand(context),
        new StatsCommand(context),
        new JobsCommand(context),
        new ConsolidateCommand(context));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "membraned remember user prefers_editor vim", "membraned recall 'which editor?'");
  }
}
