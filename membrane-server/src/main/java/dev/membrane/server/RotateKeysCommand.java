package dev.membrane.server;

import dev.membrane.spi.StoreEncryption;
import dev.membrane.spi.StoreOpenException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Changes the key of an encrypted store that no server has open. */
@Command(
    name = "rotate-keys",
    description = {
      "Has an encrypted store, which no server has open, open with another key. What is encrypted"
          + " stays as it is: the keys of its scopes are encrypted anew. If this is interrupted,"
          + " start it again. A running server does the same if encryption_key_file names the other"
          + " key, and it gets SIGHUP."
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the other key opens it",
      "1:it could not be done, and all is as it was",
      "2:bad command line",
      "78:bad configuration"
    })
final class RotateKeysCommand implements Callable<Integer> {

  private final CommandContext context;

  @Option(
      names = "--new-key-file",
      required = true,
      paramLabel = "FILE",
      description = "The other key, as in encryption_key_file.")
  private Path newKeyFile = Path.of("");

  RotateKeysCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    StoreEncryption encryption =
        Blueprint.of(context.config())
            .encryption()
            .orElseThrow(
                () ->
                    new StartException(
                        "backend: the key of this store cannot be changed; export it, and import the"
                            + " export into a new one with the other key"));
    try {
      long keys = encryption.rotate(newKeyFile);
      context.out().println("rotated: " + newKeyFile + " opens it, and wraps " + keys + " keys");
      context.out().println("next: set encryption_key_file to " + newKeyFile);
      return ExitCode.OK;
    } catch (StoreOpenException refused) {
      throw Blueprint.refused(refused);
    }
  }
}
