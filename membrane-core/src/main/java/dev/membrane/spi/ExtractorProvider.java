package dev.membrane.spi;

/** Makes extractors of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface ExtractorProvider {

  /** The word that names the plugin in the configuration ({@code extractor}). */
  String name();

  /** Reads the plugin's settings and makes an extractor, which opens nothing before it is asked. */
  Extractor create(PluginContext context);

  /**
   * Reads the settings outside of {@code plugins.<name>.} that a configuration may have although
   * another extractor, or none, was chosen, so that a bad value is a fault at once. By default
   * there are none.
   */
  default void check(Config config) {}
}
