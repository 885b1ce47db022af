package dev.membrane.server;

import dev.membrane.spi.Extractor;
import dev.membrane.spi.ExtractorProvider;
import dev.membrane.spi.PluginContext;
import java.util.List;

/** {@code extractor: silent}, which finds nothing. */
public final class SilentExtractorProvider implements ExtractorProvider {

  @Override
  public String name() {
    return "silent";
  }

  @Override
  public Extractor create(PluginContext context) {
    return episodes -> List.of();
  }
}
