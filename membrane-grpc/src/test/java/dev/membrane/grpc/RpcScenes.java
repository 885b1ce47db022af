package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty server for each test, and a client of it. */
abstract class RpcScenes {

  TestServer server;
  MembraneServiceBlockingStub client;

  @BeforeEach
  void start() {
    server = TestServer.start();
    client = server.client();
  }

  @AfterEach
  void stop() {
    server.close();
  }
}
