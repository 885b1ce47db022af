package dev.membrane.llm;

import dev.membrane.tck.ArchitectureTck;

final class LlmArchitectureTest extends ArchitectureTck {

  LlmArchitectureTest() {
    super("dev.membrane.llm", 20);
  }
}
