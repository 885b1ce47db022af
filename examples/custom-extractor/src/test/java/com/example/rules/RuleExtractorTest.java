package com.example.rules;

import dev.membrane.spi.Extractor;
import dev.membrane.tck.ExtractorTck;

class RuleExtractorTest extends ExtractorTck {

  @Override
  protected Extractor openExtractor() {
    return new RuleExtractor(0.6);
  }
}
