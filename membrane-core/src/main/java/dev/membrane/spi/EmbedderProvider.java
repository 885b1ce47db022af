package dev.membrane.spi;

/** Makes embedders of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface EmbedderProvider {

  /** The word that names the plugin in the configuration ({@code embedder}). */
  String name();

  /** Reads the plugin's settings and makes an embedder, which opens nothing before it is asked. */
  Embedder create(PluginContext context);
}
