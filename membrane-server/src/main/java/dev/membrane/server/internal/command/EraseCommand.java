package dev.membrane.server.internal.command;

import dev.membrane.EraseRequest;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Erases records of a store that no server has open. */
@Command(
    name = "erase",
    description = {
      "Erases records from a store that no server has open, with everything that was learned from"
          + " them and from nothing else. An erasure that is interrupted is finished by the next"
          + " start of membraned or of this command. A running server does the same by the call"
          + " Erase."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was erased",
      "1:it could not be",
      "2:bad command line",
      "78:bad configuration"
    })
final class EraseCommand implements Callable<Integer> {

  private final CommandContext context;

  @ArgGroup(multiplicity = "1")
  private EraseTarget target = new EraseTarget();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the proof.")
  private @Nullable String reason;

  @Option(names = "--dry-run", description = "Tell what would be erased, and erase nothing.")
  private boolean dryRun;

  @Option(
      names = "--override-policy",
      description = "Erase records whose deletion_policy is never, too.")
  private boolean overridePolicy;

  EraseCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    EraseRequest request =
        target
            .of(EraseRequest.builder())
            .reason(Objects.requireNonNullElse(reason, ""))
            .dryRun(dryRun)
            .overridePolicy(overridePolicy)
            .build();
    Config config = context.config();
    ServerConfig serverConfig = ServerConfig.of(config);
    // What is not there is not begun: with a mistyped name nothing would have been erased.
    serverConfig.requireFile();
    new EraseWork(context.out(), context.err())
        .run(
            serverConfig.builder(),
            ServedStore.open(
                serverConfig, config, "erase there by POST /v1/erase, or by the call Erase"),
            request);
    return ExitCode.OK;
  }
}
