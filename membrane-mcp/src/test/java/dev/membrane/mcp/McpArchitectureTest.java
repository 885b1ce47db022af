package dev.membrane.mcp;

import dev.membrane.tck.ArchitectureTck;

final class McpArchitectureTest extends ArchitectureTck {

  McpArchitectureTest() {
    super("dev.membrane.mcp", 25, "dev.membrane.grpc");
  }
}
