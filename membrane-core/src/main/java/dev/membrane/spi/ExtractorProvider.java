package dev.membrane.spi;

/** Makes extractors of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface ExtractorProvider {

  /** The word that names the plugin in the configuration ({@code extractor}). */
  String name();

  /** Reads the plugin's settings and makes an extractor, which opens nothing before it is asked. */
  Extractor create(PluginContext context);
}
