package dev.membrane.spi;

import java.util.Optional;

/** Makes embedders of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface EmbedderProvider extends PluginProvider {

  /** The word that names the plugin in the configuration ({@code embedder}). */
  @Override
  String name();

  /**
   * Reads the plugin's settings and makes an embedder, which opens nothing before its first call.
   */
  Embedder create(PluginContext context);

  /**
   * The key that, if it has a value, chooses the plugin although {@code embedder} names none, such
   * as the key of its endpoint. By default only the name chooses it.
   */
  default Optional<String> choosingKey() {
    return Optional.empty();
  }
}
