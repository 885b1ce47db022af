package com.example.names;

import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Stage;
import dev.membrane.spi.StageProvider;

/** The stage {@code names}, as sure as {@code plugins.names.confidence} says. */
public final class NameStageProvider implements StageProvider {

  @Override
  public String name() {
    return NameStage.NAME;
  }

  @Override
  public Stage<?> create(PluginContext context) {
    return new NameStage(context.config().plugin(name()).number("confidence", 0.9, 0, 1));
  }
}
