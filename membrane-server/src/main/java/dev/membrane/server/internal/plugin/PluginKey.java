package dev.membrane.server.internal.plugin;

import dev.membrane.internal.work.PluginFailures;
import dev.membrane.spi.KeyProvider;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.KeyException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the key of a plugin. The store opens it, so what fails in a way that the plugin does not
 * tell would otherwise be taken for the store's.
 */
record PluginKey(Plugin<KeyProvider> plugin, Supplier<KeyEncryptionKey> opening)
    implements Supplier<KeyEncryptionKey> {

  @Override
  public KeyEncryptionKey get() {
    @Nullable KeyEncryptionKey opened;
    try {
      opened = opening.get();
    } catch (KeyException told) {
      throw told;
    } catch (Throwable broken) {
      PluginFailures.passOn(broken);
      // The message of what nobody foresaw may tell a secret.
      throw failed(broken.getClass().getName(), broken);
    }
    if (opened == null) {
      throw failed("null is no answer", null);
    }
    return opened;
  }

  private KeyException failed(String why, @Nullable Throwable cause) {
    return KeyException.unavailable(plugin.failed("when its key was opened: " + why), cause);
  }
}
