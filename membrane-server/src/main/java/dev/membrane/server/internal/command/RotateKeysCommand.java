package dev.membrane.server.internal.command;

import dev.membrane.schema.JsonString;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.plugin.StoreFailure;
import dev.membrane.server.internal.start.ServerConfig;
import dev.membrane.spi.Config;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.KeyFile;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.StoreOpenException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Changes the key of an encrypted store. */
@Command(
    name = "rotate-keys",
    description = {
      "Has an encrypted store open with another key. What is encrypted stays as it is: the keys of"
          + " its scopes are encrypted anew. No server may have an SQLite database open; those of a"
          + " PostgreSQL database take the other key at SIGHUP. If this is interrupted, start it"
          + " again. A running server does the same if its configuration names the other key, and it"
          + " gets SIGHUP.",
      "Without an option the key stays where it is: a key_provider that has another version of it"
          + " uses that one."
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
      paramLabel = "FILE",
      description = "The other key, as in encryption_key_file.")
  private @Nullable Path newKeyFile;

  @Option(
      names = "--new-config",
      paramLabel = "FILE",
      description =
          "A file of settings whose key_provider has the other key. Only the key is taken from it.")
  private @Nullable Path newConfig;

  RotateKeysCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (newKeyFile != null && newConfig != null) {
      throw StartException.commandLine("--new-key-file: contradicts --new-config");
    }
    checkKeyFile();
    StoreEncryption encryption =
        ServerConfig.of(context.config())
            .encryption()
            .orElseThrow(
                () -> StartException.configuration("backend: this store cannot be encrypted"));
    try {
      long keys = encryption.rotate(other());
      context.out().println("rotated: " + named() + " opens it, and wraps " + keys + " keys");
      if (newKeyFile != null) {
        context.out().println("next: set encryption_key_file to " + newKeyFile);
      } else if (newConfig != null) {
        context.out().println("next: use " + newConfig);
      }
      return ExitCode.OK;
    } catch (StoreOpenException refused) {
      throw ServedStore.explained(
          StoreFailure.refusal(refused), context.config(), ServedStore.STOP_IT);
    }
  }

  /** Before the configuration reads it as a setting of its own. */
  private void checkKeyFile() {
    if (newKeyFile != null) {
      try {
        Arrays.fill(KeyFile.read(newKeyFile), (byte) 0);
      } catch (IllegalArgumentException unusable) {
        throw StartException.configuration("--new-key-file: " + unusable.getMessage(), unusable);
      }
    }
  }

  private Supplier<KeyEncryptionKey> other() {
    return ServerConfig.of(otherConfig())
        .key()
        .orElseThrow(
            () ->
                StartException.configuration(
                    "key_provider: no key is configured, nor an encryption_key_file"));
  }

  private Config otherConfig() {
    if (newConfig != null) {
      return context.configWith(newConfig);
    }
    return newKeyFile == null
        ? context.config()
        : new Config(Map.of("encryption_key_file", new JsonString(newKeyFile.toString())));
  }

  private String named() {
    if (newKeyFile != null) {
      return newKeyFile.toString();
    }
    return newConfig == null ? "the configured key" : "the key of " + newConfig;
  }
}
