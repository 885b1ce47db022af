package dev.membrane.server.internal.command;

import dev.membrane.server.StartException;
import dev.membrane.spi.Config;
import dev.membrane.spi.keys.KeyEncryptionKey.KeyFile;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key that exports are encrypted with: that of an option, or else that of the store. */
final class ExportKey {

  static final String OPTION = "--key-file";

  private static final String OF_STORE = "encryption_key_file";

  private ExportKey() {}

  /**
   * Reads it.
   *
   * @param option the file that the command line names; null: none
   * @return empty if neither names one
   * @throws StartException if it is no file with a key
   */
  static Optional<byte[]> read(@Nullable Path option, Config config) {
    if (option != null) {
      return Optional.of(read(OPTION, option));
    }
    String ofStore = config.text(OF_STORE);
    return ofStore == null ? Optional.empty() : Optional.of(read(OF_STORE, Path.of(ofStore)));
  }

  private static byte[] read(String setting, Path file) {
    try {
      return KeyFile.read(file);
    } catch (IllegalArgumentException bad) {
      throw StartException.configuration(setting + ": " + bad.getMessage(), bad);
    }
  }
}
