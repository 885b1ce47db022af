package dev.membrane.server;

import dev.membrane.spi.StoreReader;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes all that a store holds, also one that a running server writes. */
@Command(
    name = "export",
    description = {
      "Writes the whole memory to a file, as of one instant, also beside a running server:"
          + " records with their audit logs, what is left of deleted ones, and waiting work."
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
      description = "Needed if the store is encrypted: the file is not, and anybody can read it.")
  private boolean plain;

  ExportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Blueprint blueprint = Blueprint.of(context.config());
    new Moves(context.out(), context.err(), Version.text(), InstantSource.system())
        .export(() -> readable(blueprint.openReader(), plain), file, embeddings);
    return ExitCode.OK;
  }

  /** Whoever encrypts a store must not write out everything without noticing. */
  static StoreReader readable(StoreReader store, boolean plain) {
    if (store.isEncrypted() && !plain) {
      store.close();
      throw new StartException(
          "the store is encrypted and an export is not: add --plain to write one that anybody can"
              + " read");
    }
    return store;
  }
}
