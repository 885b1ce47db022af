package dev.membrane.http;

import dev.membrane.tck.ArchitectureTck;

final class HttpArchitectureTest extends ArchitectureTck {

  HttpArchitectureTest() {
    super("dev.membrane.http", 20, "dev.membrane.grpc");
  }
}
