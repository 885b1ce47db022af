package dev.membrane.spi;

/** Makes embedders of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface EmbedderProvider {

  /** The word that names the plugin in the configuration ({@code embedder}). */
  String name();

  /** Reads the plugin's settings and makes an embedder, which opens nothing before it is asked. */
  Embedder create(PluginContext context);

  /**
   * Reads the settings outside of {@code plugins.<name>.} that a configuration may have although
   * another embedder, or none, was chosen, so that a bad value is a fault at once. By default there
   * are none.
   */
  default void check(Config config) {}
}
