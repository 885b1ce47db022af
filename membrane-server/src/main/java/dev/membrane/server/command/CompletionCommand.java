package dev.membrane.server.command;

import dev.membrane.server.CommandContext;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
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
    context
        .out()
        .println(
            AutoComplete.bash("membraned", Objects.requireNonNull(spec).parent().commandLine()));
    return ExitCode.OK;
  }
}
