package dev.membrane.server.internal.plugin;

import dev.membrane.internal.EngineSettings;
import dev.membrane.server.StartException;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import java.util.List;

/**
 * An embedder, and the plugin that made it.
 *
 * @param embedder opens nothing before it is checked
 */
public record PluginEmbedder(Plugin<?> plugin, Embedder embedder) implements AutoCloseable {

  /**
   * This, looked at whether it can work.
   *
   * @throws StartException if it cannot
   */
  public PluginEmbedder checked() {
    plugin.use("in check() of its embedder", () -> check(embedder));
    plugin.use("in model() of its embedder", embedder::model);
    plugin.use("in dimensions() of its embedder", embedder::dimensions);
    List<String> faults =
        plugin.use("in maxSensitivity() of its embedder", () -> EngineSettings.faultsOf(embedder));
    if (!faults.isEmpty()) {
      throw StartException.configuration(
          faults.stream().map(fault -> fault + ", of the plugin " + plugin.title()).toList());
    }
    return this;
  }

  private static Embedder check(Embedder checked) {
    try {
      checked.check();
      return checked;
    } catch (ModelException missing) {
      throw StartException.configuration(String.valueOf(missing.getMessage()), missing);
    }
  }

  @Override
  public void close() {
    plugin.release("in close() of its embedder", embedder::close);
  }
}
