package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonValue;
import dev.membrane.server.command.CommandContext;
import dev.membrane.spi.Config;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFinderTest {

  private static final String PING = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";

  @TempDir Path folder;

  @Test
  void nothing_is_left_beside_a_file_that_is_no_database() throws IOException {
    Path file = folder.resolve("notes.txt");
    for (String content : List.of("x", "SQLite format 2, of which these are notes")) {
      Files.writeString(file, content);
      StringWriter out = new StringWriter();
      CommandContext context = new Context(Map.of("db_path", JsonValue.of(file.toString())));
      StdioProxy proxy =
          new StdioProxy(new ServerFinder(context), Optional.empty(), new PrintWriter(out, true));
      byte[] line = PING.getBytes(StandardCharsets.UTF_8);
      proxy.pass(RpcMessage.read(line), line, () -> true);
      assertThat(McpSite.parsed(out.toString()).at("/error/message").asText())
          .contains("notes.txt is no SQLite database; --db names another");
      assertThat(folder).isDirectoryNotContaining(it -> !it.equals(file));
      assertThat(file).hasContent(content);
    }
  }

  private record Context(Map<String, JsonValue> settings) implements CommandContext {

    @Override
    public Config config() {
      return new Config(settings);
    }

    @Override
    public boolean isStoreNamed() {
      return true;
    }

    @Override
    public Optional<String> variable(String name) {
      return Optional.empty();
    }

    @Override
    public BufferedReader in() {
      return new BufferedReader(new StringReader(""));
    }

    @Override
    public InputStream input() {
      return InputStream.nullInputStream();
    }

    @Override
    public Config configWith(Path file) {
      return config();
    }

    @Override
    public List<String> options() {
      return List.of();
    }

    @Override
    public PrintWriter out() {
      return new PrintWriter(new StringWriter());
    }

    @Override
    public PrintWriter err() {
      return new PrintWriter(new StringWriter());
    }

    @Override
    public boolean isTerminal() {
      return false;
    }
  }
}
