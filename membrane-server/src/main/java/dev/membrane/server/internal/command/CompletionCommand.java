package dev.membrane.server.internal.command;

import dev.membrane.server.command.CommandContext;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the words of this command line. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes these commands in bash and zsh:",
      "source <(membraned completion)"
    },
    sortOptions = false)
final class CompletionCommand implements Callable<Integer> {

  private final CommandContext context;

  @Spec private @Nullable CommandSpec spec;

  CompletionCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    CommandSpec all = Objects.requireNonNull(spec).parent();
    nameNegatives(all);
    context.out().println(AutoComplete.bash("membraned", all.commandLine()));
    return ExitCode.OK;
  }

  /** The script has the names that options have, and what turns one off is none of them. */
  private static void nameNegatives(CommandSpec command) {
    for (OptionSpec option : List.copyOf(command.options())) {
      if (option.negatable()) {
        String name = option.longestName();
        String[] both = {name, "--no-" + name.substring("--".length())};
        command.remove(option);
        command.addOption(OptionSpec.builder(option).names(both).negatable(false).build());
      }
    }
    command.subcommands().values().forEach(below -> nameNegatives(below.getCommandSpec()));
  }
}
