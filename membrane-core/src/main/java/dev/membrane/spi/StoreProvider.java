package dev.membrane.spi;

import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Opens stores of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface StoreProvider extends PluginProvider {

  /** The word that names the plugin in the configuration ({@code backend}). */
  @Override
  String name();

  /**
   * Reads the plugin's settings and returns a supplier that opens the store. Nothing is opened
   * before all faults of the configuration were reported. The supplier throws {@link
   * StoreOpenException} if it fails.
   */
  Supplier<MemoryStore> create(PluginContext context);

  /**
   * Like {@link #create}, for a store that is only read, if possible while another process has it
   * open for writing. By default it opens the store as usual.
   */
  default Supplier<? extends StoreReader> createReader(PluginContext context) {
    return create(context);
  }

  /**
   * Whether the store encrypts what it keeps if there is a {@link PluginContext#key}. By default
   * not; a configuration with a key is then refused.
   */
  default boolean isEncrypting() {
    return false;
  }

  /**
   * The file of the database that a configuration names; empty, by default, if the store is not
   * kept in one. Nothing is opened, and the file need not exist. Beside it, processes of a machine
   * find the server of the database.
   */
  default Optional<Path> databaseFile(Config config) {
    return Optional.empty();
  }

  /** What can be done with the keys of the store; empty, by default, if it has none. */
  default Optional<StoreEncryption> encryption(PluginContext context) {
    return Optional.empty();
  }

  /** Where the store keeps its bytes; empty, by default, if nobody can look there. */
  default Optional<StoredBytes> storedBytes(PluginContext context) {
    return Optional.empty();
  }

  /**
   * All bytes in which a store may keep the words of records, those of indexes and logs included,
   * so that somebody can look for words that must not be there. The store need not be open.
   */
  @FunctionalInterface
  interface StoredBytes {

    /**
     * Passes everything on. A place that cannot be opened keeps no other from being passed on.
     *
     * @throws IOException if nobody can tell which places there are, or of the listener
     * @throws StoreUnavailableException if the store cannot be reached
     */
    void tell(ByteListener listener) throws IOException;

    /** Gets what a store keeps, from one thread. */
    @FunctionalInterface
    interface ByteListener {

      /**
       * The bytes of a place.
       *
       * @param place the name of a file or a table, for an operator
       * @param bytes are closed after the call
       */
      void kept(String place, InputStream bytes) throws IOException;

      /**
       * A place that cannot be opened, after which the others follow. By default the failure is
       * thrown, so that it ends there.
       *
       * @param place as for {@link #kept}
       */
      default void unopened(String place, IOException failure) throws IOException {
        throw failure;
      }
    }
  }
}
