package dev.membrane.server.internal.plugin;

import dev.membrane.spi.Config;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ExtractorProvider;
import dev.membrane.spi.PluginContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code extractor: silent}, or any {@code silent_place}, which finds nothing. */
public final class SilentExtractorProvider implements ExtractorProvider {

  @Override
  public String name() {
    return "silent";
  }

  @Override
  public Set<String> keys() {
    return Set.of("silent_place", "silent_depth");
  }

  @Override
  public Optional<String> choosingKey() {
    return Optional.of("silent_place");
  }

  @Override
  public void check(Config config) {
    long unused = config.integer("silent_depth", 1, 1, 9);
  }

  @Override
  public Extractor create(PluginContext context) {
    check(context.config());
    return episodes -> List.of();
  }
}
