package dev.membrane.spi;

import java.util.function.Supplier;

/** Opens stores of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface StoreProvider extends PluginProvider {

  /** The word that names the plugin in the configuration ({@code backend}). */
  @Override
  String name();

  /**
   * Reads the plugin's settings and answers with what opens the store. Nothing is opened before all
   * faults of the configuration were reported; the opening throws {@link StoreOpenException} if it
   * fails.
   */
  Supplier<MemoryStore> create(PluginContext context);

  /**
   * Like {@link #create} for a store that is only read, if possible while another process has it
   * open for writing. A provider that cannot do so opens the store as always.
   */
  default Supplier<? extends StoreReader> createReader(PluginContext context) {
    return create(context);
  }
}
