package dev.membrane.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What other memories have kept comes in once, and nothing of it is lost without a word. */
class ImportCommandsTest extends ImportScenes {

  @Test
  void the_graph_of_mcps_memory_becomes_facts_once() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("memory.jsonl"),
            """
            {"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","has a cat"]}
            {"type":"entity","name":"Acme","entityType":"company","observations":[]}
            {"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}
            {"type":"event","name":"?"}
            """);

    JsonNode report = shell.json("import-mcp-memory", file.toString(), "--scope", "home");

    assertThat(report.path("taken").toString()).isEqualTo("{\"semantic\":5}");
    assertThat(report.path("left").toString())
        .isEqualTo("{\"lines of another type than entity and relation\":1}");
    assertThat(shell.run("recall", "where does Ada work?", "--scope", "home"))
        .contains("works_at", "Acme");
    assertThat(shell.run("recall", "cat", "--scope", "home")).contains("has a cat");

    JsonNode again = shell.json("import-mcp-memory", file.toString(), "--scope", "home");

    assertThat(again.path("taken")).isEmpty();
    assertThat(again.path("there_already").asInt()).isEqualTo(5);
  }

  @Test
  void members_of_a_line_that_are_unknown_here_are_told_once() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("memory.jsonl"),
            """
            {"type":"entity","name":"Ada","entityType":" ","observations":["a","b"],"createdAt":"now","id":""}
            {"type":"relation","from":"Ada","to":"Acme","relationType":"works_at","weight":1}
            {"type":"relation","from":"Ada","to":"","relationType":"works_at","colour":1}
            """);

    assertThat(shell.failed("import-mcp-memory", file.toString(), "--dry-run"))
        .contains(
            "\"left\":{\"entity.createdAt, which is unknown here\":1,"
                + "\"relation.weight, which is unknown here\":1},");
    assertThat(shell.failed("import-mcp-memory", file.toString()))
        .contains("\"taken\":{\"semantic\":3}")
        .contains(
            "\"left\":{\"entity.createdAt, which is unknown here\":1,"
                + "\"relation.weight, which is unknown here\":1},");
    assertThat(shell.failed("import-mcp-memory", file.toString())).contains("\"left\":{}");
  }

  @Test
  void a_line_that_is_no_json_is_named_and_the_others_come_in() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("memory.jsonl"),
            """
            {"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}
            {"type":"entity","name":
            {"type":entity}
            """);

    assertThat(shell.failed("import-mcp-memory", file.toString()))
        .contains("line 2: invalid JSON: unexpected end of input")
        .contains("line 3: invalid JSON: unexpected character at column 9")
        .contains("\"taken\":{\"semantic\":1}");
  }

  @Test
  void a_file_of_another_kind_is_refused_as_a_whole() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(7).nextBytes(bytes);
    byte[] kind = "SQLite format 3\0".getBytes(UTF_8);
    System.arraycopy(kind, 0, bytes, 0, kind.length);
    Path file = Files.write(folder.resolve("memory.jsonl"), bytes);

    assertThat(shell.refusal("import-mcp-memory", file.toString()))
        .isEqualTo(file + ": is no memory.jsonl, which has lines of JSON");
    assertThat(shell.said()).isEmpty();
  }

  @Test
  void lines_that_cannot_be_taken_are_told_by_their_numbers() throws Exception {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    lines.writeBytes(new byte[] {'"', (byte) 0xff, '"', '\n'});
    lines.writeBytes(("\"" + "x".repeat(1024 * 1024) + "\"\r\n").getBytes(UTF_8));
    lines.writeBytes("{\"type\":\"relation\",\"from\":\"Ada\"}\n\n".getBytes(UTF_8));
    lines.writeBytes("{\"type\":\"entity\",\"observations\":[\"a\"]}\n".getBytes(UTF_8));
    lines.writeBytes(
        "{\"type\":\"entity\",\"name\":\"Bo\",\"entityType\":\" \"}\n".getBytes(UTF_8));
    lines.writeBytes("{\"type\":\"entity\",\"name\":\"Ö\",\"entityType\":\"o\"}".getBytes(UTF_8));
    Path file = Files.write(folder.resolve("memory.jsonl"), lines.toByteArray());

    assertThat(shell.failed("import-mcp-memory", file.toString()))
        .contains("line 1: the line is not in UTF-8")
        .contains("line 2: the line is longer than 1048576 bytes")
        .contains("line 3: validation error for relationType: ")
        .contains("line 5: validation error for name: ")
        .contains("\"taken\":{\"semantic\":1}")
        .contains("\"left\":{\"entities without a type and observations\":1}")
        .doesNotContain("payload");
    String control = "{\"type\":\"entity\",\"name\":\"Ö\",\"observations\":[\"a\",\"b\\u0000\"]}\n";
    assertThat(shell.failed("import-mcp-memory", Files.writeString(file, control).toString()))
        .contains("line 1: ", "observations[1]")
        .doesNotContain("payload");
    String half = "{\"type\":\"entity\",\"name\":\"Ö\",\"observations\":[\"b\\ud800\"]}\n";
    assertThat(shell.failed("import-mcp-memory", Files.writeString(file, half).toString()))
        .contains("line 1: ", "observations[0]: must not contain an unpaired surrogate");
  }

  @Test
  void what_is_no_text_is_refused_by_its_name() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("memory.jsonl"),
            """
            {"type":"entity","name":"Bo","entityType":"person","observations":"likes tea"}
            {"type":"entity","name":"Bo","observations":[{"x":1},null,3," ","has a cat"]}
            {"type":"relation","from":"Bo","to":"","relationType":"knows"}
            {"type":"entity","name":5,"entityType":["person"]}
            """);

    assertThat(shell.failed("import-mcp-memory", file.toString()))
        .contains("line 1: validation error for observations: must be an array\n")
        .contains("line 2: validation error for observations[0]: must be a string\n")
        .contains("line 2: validation error for observations[1]: must be a string\n")
        .contains("line 2: validation error for observations[2]: must be a string\n")
        .contains("line 2: validation error for observations[3]: must not be blank\n")
        .contains("line 3: validation error for to: must not be blank\n")
        .contains("line 4: validation error for name: must be a string\n")
        .contains("\"taken\":{\"semantic\":2}");
  }

  @Test
  void a_flag_that_says_nothing_makes_no_memory() throws Exception {
    String line = "{\"type\":\"entity\",\"name\":\"Ada\",\"observations\":[\"a\"]}\n";
    String file = Files.writeString(folder.resolve("memory.jsonl"), line).toString();

    assertThat(shell.refusal("import-mcp-memory", file, "--sensitivity", "secret"))
        .startsWith("Invalid value for option '--sensitivity'")
        .contains("must be one of: public, low, medium, high, hyper");
    assertThat(shell.refusal("import-mcp-memory", file, "--scope", ""))
        .isEqualTo("--scope must not be empty");
    assertThat(shell.refusal("import-mcp-memory", file, "--scope", "", "--dry-run"))
        .isEqualTo("--scope must not be empty");
    assertThat(shell.refusal("remember", "user", "is", "x", "--scope="))
        .isEqualTo("--scope must not be empty");
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  @Test
  void a_memory_that_takes_no_more_ends_an_import_with_one_line() throws Exception {
    String ended =
        "the store is full; this run took 500 records, and the command may be run again:"
            + " it takes none twice";
    try (FillingServer server = new FillingServer(500)) {
      shell.with("http_addr", server.address());

      assertThat(shell.refusal("import-mcp-memory", graphOf(1600))).isEqualTo(ended);
      assertThat(shell.said()).isEqualTo("500 records done\n");
      assertThat(server.calls).as("what would fail again is not sent").hasValue(2);
    }
    try (FillingServer server = new FillingServer(500)) {
      shell.with("http_addr", server.address());

      assertThat(shell.refusal("import-reference", referenceOf(1600))).isEqualTo(ended);
      assertThat(shell.said()).isEqualTo("500 records done\n");
      assertThat(server.calls).hasValue(2);
    }
  }

  @Test
  void what_was_taken_of_a_group_before_the_memory_was_full_counts() throws Exception {
    try (FillingServer server = new FillingServer(300)) {
      shell.with("http_addr", server.address());

      assertThat(shell.refusal("import-mcp-memory", graphOf(1600)))
          .startsWith("the store is full; this run took 300 records, ");
      assertThat(shell.said()).isEmpty();
      assertThat(server.calls).hasValue(1);
    }
  }

  /** A server whose store has room for some records. */
  private static final class FillingServer implements AutoCloseable {

    private static final String FULL = "the store is full";

    private final HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final AtomicInteger calls = new AtomicInteger();
    private int room;

    FillingServer(int room) throws IOException {
      this.room = room;
      server.createContext("/v1/ingest-batch", this::answer);
      server.start();
    }

    String address() {
      return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
      calls.incrementAndGet();
      JsonNode items = JsonText.read(exchange.getRequestBody().readAllBytes()).path("items");
      boolean isFull = room == 0;
      ObjectNode answer = JsonText.object();
      if (isFull) {
        answer.put("message", FULL);
      } else {
        ArrayNode answers = answer.putArray("items");
        for (int i = 0; i < items.size(); i++) {
          ObjectNode item = answers.addObject().put("number", i);
          if (room-- <= 0) {
            item.putObject("error").put("code", "UNAVAILABLE").put("message", FULL);
          }
        }
      }
      byte[] body = JsonText.write(answer).getBytes(UTF_8);
      exchange.sendResponseHeaders(isFull ? 503 : 200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  @Test
  void a_file_may_begin_with_the_mark_of_its_encoding() throws Exception {
    String line = "{\"type\":\"entity\",\"name\":\"Ada\",\"observations\":[\"a\"]}\n";
    Path file = Files.writeString(folder.resolve("memory.jsonl"), "\ufeff" + line);

    JsonNode report =
        shell.json("import-mcp-memory", file.toString(), "--sensitivity", "high", "--scope", "s");
    assertThat(report.path("taken").toString()).isEqualTo("{\"semantic\":1}");
    assertThat(shell.json("list").at("/records/0/sensitivity").asText()).isEqualTo("high");
  }
}
