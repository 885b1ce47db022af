package dev.membrane.hooks;

import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpEndpointProvider;
import dev.membrane.spi.Config;
import dev.membrane.spi.PluginContext;
import java.util.List;

/** Makes {@code /hooks/<host>} for each host. Reads {@code plugins.hooks.*}. */
public final class HooksProvider implements HttpEndpointProvider {

  /** For {@link java.util.ServiceLoader}. */
  public HooksProvider() {}

  @Override
  public String name() {
    return HookSettings.NAME;
  }

  @Override
  public void check(Config config) {
    HookSettings unused = HookSettings.from(config);
  }

  @Override
  public List<HttpEndpoint> create(PluginContext context) {
    HookSettings settings = HookSettings.from(context.config());
    Recorder recorder = new Recorder(settings);
    Recall recall = new Recall(settings, context.tracer(), System::nanoTime);
    return Host.ALL.stream()
        .<HttpEndpoint>map(host -> new HookEndpoint(host, recorder, recall))
        .toList();
  }
}
