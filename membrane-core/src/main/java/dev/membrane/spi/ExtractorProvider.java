package dev.membrane.spi;

import java.util.Optional;

/** Makes extractors of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface ExtractorProvider extends PluginProvider {

  /** The word that names the plugin in the configuration ({@code extractor}). */
  @Override
  String name();

  /**
   * Reads the plugin's settings and makes an extractor, which opens nothing before its first call.
   */
  Extractor create(PluginContext context);

  /**
   * The key that, if it has a value, chooses the plugin although {@code extractor} names none, such
   * as the key of its endpoint. By default only the name chooses it.
   */
  default Optional<String> choosingKey() {
    return Optional.empty();
  }
}
