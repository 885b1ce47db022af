package dev.membrane.tools;

import dev.membrane.tck.ArchitectureTck;

final class ToolsArchitectureTest extends ArchitectureTck {

  ToolsArchitectureTest() {
    super("dev.membrane.tools", 15, "dev.membrane.server", "dev.membrane.protocol");
  }
}
