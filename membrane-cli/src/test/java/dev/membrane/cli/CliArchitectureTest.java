package dev.membrane.cli;

import dev.membrane.tck.ArchitectureTck;

final class CliArchitectureTest extends ArchitectureTck {

  CliArchitectureTest() {
    super("dev.membrane.cli", 15, "dev.membrane.grpc");
  }
}
