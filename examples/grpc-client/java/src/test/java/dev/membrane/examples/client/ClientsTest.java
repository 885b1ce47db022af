package dev.membrane.examples.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.schema.JsonString;
import dev.membrane.server.internal.start.Server;
import dev.membrane.spi.Config;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientsTest {

  private static final Path NODE =
      Path.of(System.getProperty("membrane.root"), "examples/grpc-client/node");

  @TempDir private Path folder;

  private Server server;
  private String address;

  @BeforeEach
  void serve() {
    JsonString file = new JsonString(folder.resolve("test.db").toString());
    server =
        Server.start(
            new Config(Map.of("db_path", file, "listen_addr", new JsonString("127.0.0.1:0"))));
    Matcher found = Pattern.compile("127\\.0\\.0\\.1:\\d+").matcher(server.summary());
    assertThat(found.find()).isTrue();
    address = found.group();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_one_in_java_finds_what_it_told() {
    assertThat(GrpcClient.tell(address))
        .singleElement()
        .asString()
        .contains("prefers_language", "Java");
  }

  @Test
  void the_one_in_javascript_finds_what_it_told() throws Exception {
    assumeTrue(
        Files.isDirectory(NODE.resolve("node_modules")),
        "skipped without the libraries that .ci/setup installs");
    Process process =
        new ProcessBuilder("node", "client.mjs", address)
            .directory(NODE.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("prefers_language", "JavaScript").hasLineCount(1);
  }
}
