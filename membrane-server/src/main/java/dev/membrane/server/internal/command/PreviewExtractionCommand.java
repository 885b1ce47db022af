package dev.membrane.server.internal.command;

import dev.membrane.internal.consolidate.fact.ExtractionStageProvider;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Shows what the extractor would be sent, and sends nothing. */
@Command(
    name = "preview-extraction",
    description = {
      "Prints the requests to the language model about the waiting episodes, one body on each"
          + " line, even while a server runs. Nothing is sent, and no key is printed."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was printed",
      "1:it could not be",
      "2:bad command line",
      "78:bad configuration"
    })
final class PreviewExtractionCommand implements Callable<Integer> {

  private final CommandContext context;

  @Option(
      names = "--episodes",
      paramLabel = "COUNT",
      defaultValue = "50",
      description = "The most episodes to look at (${DEFAULT-VALUE}).")
  private int episodes;

  PreviewExtractionCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (episodes < 1) {
      throw StartException.commandLine("--episodes must be at least 1");
    }
    Config config = context.config();
    ServerConfig serverConfig = ServerConfig.of(config);
    try (StoreReader store = serverConfig.openReader()) {
      preview(serverConfig, config)
          .run(store, InstantSource.system().instant(), episodes, context.out(), context.err());
    } catch (StoreUnavailableException lost) {
      throw new StartException(String.valueOf(lost.getMessage()), lost);
    }
    return ExitCode.OK;
  }

  private static ExtractionPreview preview(ServerConfig serverConfig, Config config) {
    Extractor extractor =
        serverConfig
            .extractor()
            .orElseThrow(() -> new StartException("extractor: none is chosen, so nothing is sent"));
    return new ExtractionPreview(extractor, ExtractionStageProvider.maxSensitivity(config));
  }
}
