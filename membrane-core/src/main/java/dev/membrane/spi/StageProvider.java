package dev.membrane.spi;

/** Makes stages of one kind. Found by {@link java.util.ServiceLoader}, chosen by name. */
public interface StageProvider extends PluginProvider {

  /** The word that names the plugin in the configuration ({@code consolidation_stages}). */
  @Override
  String name();

  /** Makes the stage. */
  Stage<?> create(PluginContext context);
}
