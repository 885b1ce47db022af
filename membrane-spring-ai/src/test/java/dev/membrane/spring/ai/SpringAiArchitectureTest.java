package dev.membrane.spring.ai;

import dev.membrane.tck.ArchitectureTck;

final class SpringAiArchitectureTest extends ArchitectureTck {

  SpringAiArchitectureTest() {
    super("dev.membrane.spring.ai", 8);
  }
}
