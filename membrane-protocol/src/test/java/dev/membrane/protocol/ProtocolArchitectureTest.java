package dev.membrane.protocol;

import dev.membrane.tck.ArchitectureTck;

final class ProtocolArchitectureTest extends ArchitectureTck {

  ProtocolArchitectureTest() {
    super("dev.membrane.protocol", 15, "dev.membrane.grpc.v1");
  }
}
