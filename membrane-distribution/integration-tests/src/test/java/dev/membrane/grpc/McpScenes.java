package dev.membrane.grpc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder in which hosts start {@code membraned mcp}, and the servers that run there. */
abstract class McpScenes {

  static final String DATABASE = "membrane.db";

  @TempDir Path folder;

  BackgroundServers servers;

  @BeforeEach
  void look() {
    servers = new BackgroundServers(folder);
  }

  @AfterEach
  void clean() {
    servers.close();
  }

  McpHost host(String... options) throws IOException {
    return McpHost.start(folder, Map.of(), options);
  }
}
