package dev.membrane.hooks;

import dev.membrane.tck.ArchitectureTck;

final class HooksArchitectureTest extends ArchitectureTck {

  HooksArchitectureTest() {
    super("dev.membrane.hooks", 20, "dev.membrane.grpc");
  }
}
