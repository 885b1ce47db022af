package dev.membrane.server.internal.process;

import dev.membrane.server.StartException;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs a command unless a word of its line is empty. A shell makes an empty word of a variable that
 * is not set: for a scope or an instant it would ask for all scopes, or for the present, and nobody
 * means an empty question or file.
 */
public final class EmptyArgumentCheck implements IExecutionStrategy {

  private final IExecutionStrategy run = new RunLast();

  /** A strategy without settings. */
  public EmptyArgumentCheck() {}

  @Override
  public int execute(ParseResult line) {
    for (ParseResult part = line; part != null; part = part.subcommand()) {
      refuseEmpty(part);
    }
    return run.execute(line);
  }

  private static void refuseEmpty(ParseResult part) {
    for (ArgSpec word : part.matchedArgs()) {
      boolean hasValue = word.arity().max() > 0;
      if (hasValue && word.originalStringValues().stream().anyMatch(String::isBlank)) {
        String name = word instanceof OptionSpec flag ? flag.longestName() : word.paramLabel();
        throw refused(part, StartException.commandLine(name + " must not be empty"));
      }
    }
  }

  private static ExecutionException refused(ParseResult part, StartException why) {
    return new ExecutionException(part.commandSpec().commandLine(), why.getMessage(), why);
  }
}
