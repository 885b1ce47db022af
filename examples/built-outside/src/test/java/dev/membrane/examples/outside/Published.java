package dev.membrane.examples.outside;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The modules that are published as jars. */
final class Published {

  private static final List<String> JARS =
      List.of(
          "membrane-schema",
          "membrane-core",
          "membrane-store-jdbc",
          "membrane-store-sqlite",
          "membrane-store-postgres",
          "membrane-embedder-onnx",
          "membrane-llm",
          "membrane-server",
          "membrane-grpc-stubs",
          "membrane-protocol",
          "membrane-grpc",
          "membrane-client",
          "membrane-chat",
          "membrane-tools",
          "membrane-langchain4j",
          "membrane-spring-ai",
          "membrane-spring-boot-starter",
          "membrane-http",
          "membrane-hooks",
          "membrane-inspector",
          "membrane-cli",
          "membrane-mcp",
          "membrane-otel",
          "membrane-tck");

  private Published() {}

  /** Their artifact ids, which are the names of their folders. */
  static List<String> jars() {
    return JARS;
  }

  /** The jar that this build has made of one. */
  static Path jar(String artifact) throws IOException {
    return Outside.root()
        .resolve(artifact)
        .resolve("target")
        .resolve(artifact + "-" + Outside.version() + ".jar");
  }
}
