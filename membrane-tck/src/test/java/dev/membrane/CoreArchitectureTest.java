package dev.membrane;

import dev.membrane.tck.ArchitectureTck;

final class CoreArchitectureTest extends ArchitectureTck {

  CoreArchitectureTest() {
    super("dev.membrane", 120);
  }
}
