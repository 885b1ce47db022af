package dev.membrane.store.jdbc.crypto;

import dev.membrane.spi.Config;
import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyEncryptionKey.KeyFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the key of {@code encryption_key_file}. */
public final class FileKeyProvider implements KeyProvider {

  /** The key that names the file. */
  static final String KEY_FILE = "encryption_key_file";

  private static final String KEY = "encryption_key";

  /** For {@link java.util.ServiceLoader}. */
  public FileKeyProvider() {}

  @Override
  public String name() {
    return "file";
  }

  @Override
  public Set<String> keys() {
    return Set.of(KEY, KEY_FILE);
  }

  @Override
  public Optional<String> choosingKey() {
    return Optional.of(KEY_FILE);
  }

  /** A key does not belong into a configuration, and who asks for encryption must get it. */
  @Override
  public void check(Config config) {
    refuseKey(config);
    if (config.isEmpty(KEY_FILE)) {
      config.fault(KEY_FILE, "must not be empty; leave it out if nothing is to be encrypted");
    } else if (config.text(KEY_FILE) != null) {
      config.fault(KEY_FILE, "is for key_provider file; leave one of them out");
    }
  }

  @Override
  public Supplier<KeyEncryptionKey> create(PluginContext context) {
    Config config = context.config();
    refuseKey(config);
    @Nullable String file = config.text(KEY_FILE);
    try {
      if (file != null) {
        byte[] unused = KeyFile.read(Path.of(file));
        return FileKey.in(Path.of(file));
      }
      config.fault(KEY_FILE, "is needed by key_provider file: a file with the key");
    } catch (InvalidPathException bad) {
      config.fault(KEY_FILE, "must be the path of a file");
    } catch (IllegalArgumentException bad) {
      config.fault(KEY_FILE, String.valueOf(bad.getMessage()));
    }
    return FileKey.in(Path.of(""));
  }

  private static void refuseKey(Config config) {
    if (config.has(KEY)) {
      config.fault(KEY, "is not read from here; " + KEY_FILE + " names a file with the key");
    }
  }
}
