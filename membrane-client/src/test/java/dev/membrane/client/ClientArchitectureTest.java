package dev.membrane.client;

import dev.membrane.tck.ArchitectureTck;

final class ClientArchitectureTest extends ArchitectureTck {

  ClientArchitectureTest() {
    super("dev.membrane.client", 10);
  }
}
