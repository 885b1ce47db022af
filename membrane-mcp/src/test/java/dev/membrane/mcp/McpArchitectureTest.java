package dev.membrane.mcp;

import dev.membrane.tck.ArchitectureTck;

final class McpArchitectureTest extends ArchitectureTck {

  McpArchitectureTest() {
    super("dev.membrane.mcp", 20, "dev.membrane.grpc");
  }
}
