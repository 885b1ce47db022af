package dev.membrane.server;

import dev.membrane.tck.ArchitectureTck;

final class ServerArchitectureTest extends ArchitectureTck {

  ServerArchitectureTest() {
    super("dev.membrane.server", 30);
  }
}
