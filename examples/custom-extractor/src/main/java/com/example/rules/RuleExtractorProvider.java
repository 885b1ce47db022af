package com.example.rules;

import dev.membrane.spi.Extractor;
import dev.membrane.spi.ExtractorProvider;
import dev.membrane.spi.PluginContext;

/** {@code extractor: rules}, as sure as {@code plugins.rules.confidence} says. */
public final class RuleExtractorProvider implements ExtractorProvider {

  @Override
  public String name() {
    return "rules";
  }

  @Override
  public Extractor create(PluginContext context) {
    return new RuleExtractor(context.config().plugin(name()).number("confidence", 0.6, 0, 1));
  }
}
