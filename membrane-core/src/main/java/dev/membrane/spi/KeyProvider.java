package dev.membrane.spi;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the key-encryption key of stores from one kind of place: a file, a key management service,
 * a hardware module. Found by {@link java.util.ServiceLoader}, chosen by name.
 */
public interface KeyProvider extends PluginProvider {

  /** The word that names the plugin in the configuration ({@code key_provider}). */
  @Override
  String name();

  /**
   * Reads the plugin's settings and returns a supplier that opens the key. Nothing is opened before
   * all faults of the configuration were reported. Each call opens it anew, as the settings were.
   * The supplier throws {@link KeyException} if it fails.
   */
  Supplier<KeyEncryptionKey> create(PluginContext context);

  /**
   * The key that, if it has a value, chooses the plugin although {@code key_provider} names none.
   * By default only the name chooses it.
   */
  default Optional<String> choosingKey() {
    return Optional.empty();
  }
}
