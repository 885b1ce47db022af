package dev.membrane.spring.boot.starter;

import dev.membrane.tck.ArchitectureTck;

final class SpringBootArchitectureTest extends ArchitectureTck {

  SpringBootArchitectureTest() {
    super("dev.membrane.spring.boot.starter", 8);
  }
}
