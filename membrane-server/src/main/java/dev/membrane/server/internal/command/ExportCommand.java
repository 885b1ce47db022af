package dev.membrane.server.internal.command;

import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.process.Version;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes all that a store holds, also one that a running server writes. */
@Command(
    name = "export",
    description = {
      "Writes the whole memory to a file, as of one instant, even while a server runs:"
          + " records with their audit logs, what is left of deleted ones, and waiting work. The export"
          + " of an encrypted store is encrypted."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all was written",
      "1:it could not be",
      "2:bad command line",
      "78:bad configuration"
    })
final class ExportCommand implements Callable<Integer> {

  private final CommandContext context;

  @Parameters(paramLabel = "FILE", description = "New file, or - for standard output.")
  private String file = "";

  @Option(
      names = "--embeddings",
      description = "Include vectors, which an embedder could compute again.")
  private boolean embeddings;

  @Option(
      names = "--plain",
      description = "Do not encrypt the export of an encrypted store: anybody can read it.")
  private boolean plain;

  @Option(
      names = ExportKey.OPTION,
      paramLabel = "FILE",
      description =
          "Encrypt the export with the key in this file. Without it, the export of an encrypted"
              + " store is encrypted with the key of encryption_key_file.")
  private @Nullable Path keyFile;

  ExportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (plain && keyFile != null) {
      throw StartException.commandLine("--plain: contradicts " + ExportKey.OPTION);
    }
    Config config = context.config();
    ServerConfig serverConfig = ServerConfig.of(config);
    new ExportImport(context.out(), context.err(), Version.text(), InstantSource.system())
        .export(
            serverConfig::openReader,
            file,
            embeddings,
            store ->
                plain || (keyFile == null && !store.isEncrypted())
                    ? Optional.empty()
                    : required(ExportKey.read(keyFile, config)));
    return ExitCode.OK;
  }

  /** Whoever encrypts a store must not write out everything without noticing. */
  static Optional<byte[]> required(Optional<byte[]> key) {
    if (key.isEmpty()) {
      throw new StartException(
          "the store is encrypted: add "
              + ExportKey.OPTION
              + " to encrypt the export, or --plain to write one that anybody can read");
    }
    return key;
  }
}
