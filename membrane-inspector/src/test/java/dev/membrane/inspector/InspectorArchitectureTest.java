package dev.membrane.inspector;

import dev.membrane.tck.ArchitectureTck;

final class InspectorArchitectureTest extends ArchitectureTck {

  InspectorArchitectureTest() {
    super("dev.membrane.inspector", 2);
  }
}
