package dev.membrane.server.internal.plugin;

import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.StoreProvider;
import dev.membrane.spi.StoreProvider.StoredBytes;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The store of a configuration, which is not opened yet, and the plugin that opens it.
 *
 * @param context has no key yet
 * @param key opens the key with which the store is encrypted; empty if it is not
 */
public record PluginStore(
    Plugin<StoreProvider> plugin,
    PluginContext context,
    Optional<Supplier<KeyEncryptionKey>> key,
    Supplier<MemoryStore> opening) {

  /** The store that is chosen; empty, and a fault noted, if there is not just one. */
  public static Optional<PluginStore> chosen(Plugins plugins, PluginContext context) {
    Optional<Plugin<StoreProvider>> plugin = plugins.store(context.config());
    Optional<Supplier<KeyEncryptionKey>> key = plugins.key(context);
    return plugin.map(found -> of(found, context, key));
  }

  private static PluginStore of(
      Plugin<StoreProvider> plugin,
      PluginContext context,
      Optional<Supplier<KeyEncryptionKey>> key) {
    Supplier<MemoryStore> opening =
        plugin.ask("create()", provider -> provider.create(withKey(context, key)));
    if (key.isPresent()) {
      requireEncrypting(plugin, context.config());
    }
    return new PluginStore(plugin, context, key, opening);
  }

  /** Who asks for encryption must not believe that it is there. */
  private static void requireEncrypting(Plugin<StoreProvider> plugin, Config config) {
    if (!plugin.ask("isEncrypting()", StoreProvider::isEncrypting)) {
      config.fault(
          Plugins.KEY_PROVIDER,
          "the store %s cannot be encrypted; leave it out, and encryption_key_file"
              .formatted(plugin.name()));
    }
  }

  private static PluginContext withKey(
      PluginContext context, Optional<Supplier<KeyEncryptionKey>> key) {
    return context.withKey(key.orElse(null));
  }

  /**
   * Opens the store.
   *
   * @throws dev.membrane.server.StartException if it cannot be opened
   */
  public MemoryStore open() {
    return open(opening);
  }

  /**
   * Opens the store for reading, whoever writes it meanwhile.
   *
   * @throws dev.membrane.server.StartException if it cannot be opened
   */
  public StoreReader openReader() {
    return open(
        plugin.ask("createReader()", provider -> provider.createReader(withKey(context, key))));
  }

  /**
   * Opens a store that is kept in a file for reading, and closes it again. Of another store only
   * its opening can tell whether it is there.
   *
   * @throws dev.membrane.server.StartException if it cannot be opened
   */
  public void requireFile() {
    if (plugin.ask("databaseFile()", it -> it.databaseFile(context.config())).isPresent()) {
      openReader().close();
    }
  }

  private <T> T open(Supplier<? extends T> how) {
    return plugin.use("when its store was opened", how);
  }

  /** Where the store keeps its bytes, without opening it; empty if nobody can look there. */
  public Optional<StoredBytes> storedBytes() {
    return plugin.ask("storedBytes()", provider -> provider.storedBytes(context));
  }

  /** What can be done with the keys of the store; empty if it has none. */
  public Optional<StoreEncryption> encryption() {
    return plugin.ask("encryption()", provider -> provider.encryption(withKey(context, key)));
  }
}
