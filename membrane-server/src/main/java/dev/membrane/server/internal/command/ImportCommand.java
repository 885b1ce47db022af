package dev.membrane.server.internal.command;

import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.process.Version;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings what was exported to a store that nobody writes. */
@Command(
    name = "import",
    description = {
      "Imports an export into a store that no server has open. An interrupted import is continued"
          + " by starting it again: it skips lines that are stored already."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is there",
      "1:it could not be",
      "2:bad command line",
      "78:bad configuration"
    })
final class ImportCommand implements Callable<Integer> {

  private final CommandContext context;

  @Parameters(paramLabel = "FILE", description = "An export, or - for standard input.")
  private String file = "";

  @Option(
      names = ExportKey.OPTION,
      paramLabel = "FILE",
      description =
          "The key of an encrypted export. Without it, that of encryption_key_file is tried.")
  private @Nullable Path keyFile;

  ImportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Config config = context.config();
    ServerConfig serverConfig = ServerConfig.of(config);
    new ExportImport(context.out(), context.err(), Version.text(), InstantSource.system())
        .load(
            () -> ServedStore.open(serverConfig, config, ServedStore.STOP_IT),
            file,
            () -> ExportKey.read(keyFile, config));
    return ExitCode.OK;
  }
}
