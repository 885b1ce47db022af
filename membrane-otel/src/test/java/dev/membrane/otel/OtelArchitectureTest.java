package dev.membrane.otel;

import dev.membrane.tck.ArchitectureTck;

final class OtelArchitectureTest extends ArchitectureTck {

  OtelArchitectureTest() {
    super("dev.membrane.otel", 10);
  }
}
