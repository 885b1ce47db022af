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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other memories have kept comes in once, and nothing of it is lost without a word. */
class ImportCommandsTest {

  private static final String FACT = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  private static final String NEWER = "16fd2706-8baf-433b-82eb-8c7fada847da";
  private static final String RUN = "6ecd8c99-4036-403d-bf84-cf8400f67836";
  private static final String SKILL = "3f333df6-90a4-4fda-8dd3-9485d27cee36";

  @TempDir Path folder;

  private final Shell shell = new Shell();

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString()).with("http_addr", "127.0.0.1:0");
  }

  private String reference() throws Exception {
    Path path = folder.resolve("reference.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(
          NEWER,
          "semantic",
          "work",
          "exponential",
          """
          {"kind": "semantic", "subject": "user", "predicate": "prefers", "object": "Go",
           "validity": {"mode": "global"}, "evidence": null, "revision_policy": "replace",
           "revision": {"supersedes": "%s", "status": "active"}}
          """
              .formatted(FACT));
      file.add(
          FACT,
          "semantic",
          "work",
          "custom",
          """
          {"kind": "semantic", "subject": "user", "predicate": "prefers",
           "object": {"n": 12345678901234567890, "none": null},
           "validity": {"mode": "global"},
           "evidence": [{"source_type": "event", "source_id": "e",
                         "timestamp": "2025-01-15T10:30:00Z"}],
           "revision": {"superseded_by": "%s", "status": "retracted"}}
          """
              .formatted(NEWER));
      file.add(
          RUN,
          "episodic",
          null,
          "exponential",
          """
          {"kind": "episodic", "tool_graph": null, "outcome": "success", "timeline": [
            {"t": "2025-01-15T10:30:00Z", "event_kind": "user_input", "ref": "m1",
             "summary": "asked for a deployment"}]}
          """);
      file.add(
          SKILL,
          "competence",
          "work",
          "exponential",
          """
          {"kind": "competence", "skill_name": "deploy", "triggers": null, "recipe": [
            {"step": "build", "tool": "make"}],
           "performance": {"success_count": 9, "failure_count": 1, "success_rate": 0.9}}
          """);
      file.add("entity-1", "entity", null, "exponential", "{\"kind\": \"entity\"}");
      file.insert("tags", NEWER, "editor");
      file.insert(
          "provenance_sources",
          null,
          NEWER,
          "observation",
          "chat-7",
          null,
          "agent",
          "2025-01-14T00:00:00Z");
      file.insert("relations", null, NEWER, "supersedes", FACT, 0.5, "2025-01-15T10:30:00Z");
      file.insert("relations", null, FACT, "contradicts", NEWER, 1.0, "2025-01-15T10:30:00Z");
      file.insert("relations", null, RUN, "mentions", "entity-1", 1.0, "2025-01-15T10:30:00Z");
    }
    return path.toString();
  }

  @Test
  void the_database_of_the_reference_server_comes_in_with_all_that_has_a_place() throws Exception {
    JsonNode report = shell.json("import-reference", reference());

    assertThat(report.path("taken").toString())
        .isEqualTo("{\"competence\":1,\"episodic\":1,\"semantic\":2}");
    assertThat(report.path("refused")).isEmpty();
    assertThat(report.path("changed").toString())
        .isEqualTo(
            "{\"created_at, which became the instant of the import\":4,"
                + "\"decay curves custom, which became exponential\":1}");
    assertThat(report.path("left").toString())
        .isEqualTo(
            "{\"entries of audit logs\":4,\"records of type entity\":1,\"relations to records that"
                + " are not there, refused, or in a circle\":2}");
    JsonNode newer = shell.json("show", NEWER);
    assertThat(newer.toString())
        .contains("\"object\":\"Go\"", "\"tags\":[\"editor\"]", "\"scope\":\"work\"")
        .contains("\"deletion_policy\":\"manual_only\"", "\"half_life_seconds\":86400")
        .contains("\"ref\":\"chat-7\"", "\"ref\":\"reference:" + NEWER + "\"")
        .contains("\"timestamp\":\"2025-01-15T10:30:00.123456Z\"")
        .contains("\"predicate\":\"supersedes\",\"target_id\":\"" + FACT + "\",\"weight\":0.5");
    assertThat(shell.json("show", FACT).toString())
        .contains("{\"n\":12345678901234567890,\"none\":null}", "\"status\":\"retracted\"");
    assertThat(shell.json("show", SKILL).toString()).contains("\"success_count\":9");
    assertThat(shell.json("show", RUN).toString()).contains("asked for a deployment");
  }

  @Test
  void a_second_run_adds_nothing() throws Exception {
    String file = reference();
    shell.run("import-reference", file);
    String before = shell.json("show", NEWER).path("audit_log").toString();

    JsonNode report = shell.json("import-reference", file);

    assertThat(report.path("taken")).isEmpty();
    assertThat(report.path("there_already").asInt()).isEqualTo(4);
    assertThat(report.path("changed")).isEmpty();
    assertThat(report.path("left").toString()).isEqualTo("{\"records of type entity\":1}");
    assertThat(report.path("earlier").toString())
        .isEqualTo(
            "{\"changed\":{\"created_at, which became the instant of the import\":4,"
                + "\"decay curves custom, which became exponential\":1},"
                + "\"left\":{\"entries of audit logs\":4,\"relations to records that are not there,"
                + " refused, or in a circle\":2}}");
    assertThat(shell.json("show", NEWER).path("audit_log").toString()).isEqualTo(before);
    assertThat(shell.onTerminal().run("import-reference", file))
        .contains("there already: 4", "of those there already, left: 4 entries of audit logs; 2 ");
  }

  @Test
  void a_dry_run_tells_the_same_and_makes_nothing() throws Exception {
    String file = reference();

    String told = shell.onTerminal().run("import-reference", file, "--dry-run");

    assertThat(told)
        .startsWith("would take: 1 competence; 1 episodic; 2 semantic")
        .contains("left: 4 entries of audit logs; 1 records of type entity");
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  @Test
  void a_dry_run_counts_what_a_file_says_twice_once() throws Exception {
    String line =
        "{\"type\":\"entity\",\"name\":\"Ada\",\"entityType\":\"person\",\"observations\":[\"a\"]}\n";
    String file = Files.writeString(folder.resolve("memory.jsonl"), line + line).toString();

    String told = shell.run("import-mcp-memory", file, "--dry-run");

    assertThat(told).contains("\"taken\":{\"semantic\":2},\"there_already\":2");
    assertThat(shell.run("import-mcp-memory", file)).isEqualTo(told.replace("true", "false"));
    shell.onTerminal();
    assertThat(shell.run("import-mcp-memory", file, "--dry-run").lines())
        .startsWith("would take: 2 semantic", "repeated in the file: 2");
    assertThat(shell.run("import-mcp-memory", file))
        .contains("there already: 4, with what the file repeats");
  }

  @Test
  void a_dry_run_refuses_what_the_import_refuses() throws Exception {
    Path path = folder.resolve("bad.db");
    String run = "{\"kind\": \"episodic\", \"timeline\": []}";
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(FACT, "episodic", "s", "exponential", run);
      file.add(NEWER, "episodic", "s", "exponential", run);
      file.add(SKILL, "episodic", "s", "exponential", run);
      file.add(RUN, "episodic", "s", "exponential", run);
      file.run("UPDATE memory_records SET confidence = 2 WHERE id = '" + FACT + "'");
      file.run("UPDATE memory_records SET sensitivity = '' WHERE id = '" + NEWER + "'");
      file.run("UPDATE decay_profiles SET half_life_seconds = 0 WHERE record_id = '" + SKILL + "'");
    }
    Path graph =
        Files.writeString(
            folder.resolve("memory.jsonl"),
            "{\"type\":\"entity\",\"name\":\"N\",\"observations\":[\"a\",\"b\\u0000\"]}");

    String told = shell.failed("import-reference", path.toString(), "--dry-run");
    assertThat(told)
        .contains("\"taken\":{\"episodic\":1}", "confidence: ", "sensitivity: is required")
        .contains("lifecycle.decay.half_life_seconds: ");
    String toldOfGraph = shell.failed("import-mcp-memory", graph.toString(), "--dry-run");
    assertThat(toldOfGraph).contains("\"taken\":{\"semantic\":1}", "observations[1]: ");

    assertThat(refused(shell.failed("import-reference", path.toString()))).isEqualTo(refused(told));
    assertThat(refused(shell.failed("import-mcp-memory", graph.toString())))
        .isEqualTo(refused(toldOfGraph));
  }

  @Test
  void of_a_refused_record_nothing_counts_as_changed_or_left() throws Exception {
    Path path = folder.resolve("bad.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add("run-1", "episodic", "s", "custom", "{\"kind\": \"episodic\", \"timeline\": []}");
      file.run("UPDATE memory_records SET confidence = 2");
      file.insert("relations", null, "run-1", "mentions", "none", 1.0, "2025-01-15T10:30:00Z");
    }

    assertThat(shell.failed("import-reference", path.toString()))
        .contains("confidence: ", "\"changed\":{},\"left\":{},\"refused\":{\"");
    assertThat(shell.failed("import-reference", path.toString(), "--dry-run"))
        .contains("confidence: ", "\"changed\":{},\"left\":{},\"refused\":{\"");
  }

  private static String refused(String told) {
    return told.substring(told.indexOf("\"refused\""));
  }

  @Test
  void what_is_no_such_database_is_refused_in_one_line() throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "no database at all");
    assertThat(shell.refusal("import-reference", text.toString()))
        .contains("is no SQLite database, or one that is encrypted");
    assertThat(shell.refusal("import-reference", folder.resolve("none.db").toString()))
        .endsWith("none.db: no such file");
    shell.run("remember", "user", "prefers", "tea");
    assertThat(shell.refusal("import-reference", folder.resolve("m.db").toString()))
        .contains("is no database of the reference server");
  }

  @Test
  void a_file_that_cannot_be_read_makes_no_memory() throws Exception {
    Path none = folder.resolve("none.jsonl");
    assertThat(shell.refusal("import-mcp-memory", none.toString())).endsWith(": no such file");
    assertThat(shell.refusal("import-mcp-memory", folder.toString())).endsWith(": is a folder");
    assertThat(shell.refusal("import-reference", folder.toString())).endsWith(": is a folder");
    assertThat(folder.resolve("m.db")).doesNotExist();
  }

  @Test
  void payloads_that_are_broken_or_missing_are_told_and_the_others_come_in() throws Exception {
    Path path = folder.resolve("broken.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(FACT, "semantic", "s", "exponential", "{\"kind\": ");
      file.addWithoutPayload(SKILL, "competence", "s", "exponential");
      file.add(RUN, "episodic", "s", "exponential", "{\"kind\": \"episodic\", \"timeline\": []}");
    }

    assertThat(shell.failed("import-reference", path.toString()))
        .contains("record " + FACT + ": invalid payload JSON: ")
        .contains("record " + SKILL + ": the payload is no JSON object")
        .contains("\"taken\":{\"episodic\":1}");
  }

  @Test
  void a_relation_to_a_refused_record_is_left_and_its_own_record_comes_in() throws Exception {
    Path path = folder.resolve("broken.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(FACT, "semantic", "s", "exponential", "{\"kind\": \"semantic\", \"subject\": \"\"}");
      file.add(RUN, "episodic", "s", "exponential", "{\"kind\": \"episodic\", \"timeline\": []}");
      file.insert("relations", null, RUN, "mentions", FACT, 1.0, "2025-01-15T10:30:00Z");
    }

    assertThat(shell.failed("import-reference", path.toString()))
        .contains("\"taken\":{\"episodic\":1}")
        .contains("relations to records that are not there, refused, or in a circle\":1");
  }

  @Test
  void a_relation_to_what_the_memory_has_deleted_is_named_and_left() throws Exception {
    shell.run("import-reference", reference());
    shell.run("forget", FACT, "--yes");
    Path path = folder.resolve("later.db");
    String next = "01890a5d-ac96-774b-bcce-b302099a8057";
    String last = "01890a5d-ac96-774b-bcce-b302099a8058";
    try (ReferenceFile file = new ReferenceFile(path)) {
      String run = "{\"kind\": \"episodic\", \"timeline\": []}";
      file.add(FACT, "episodic", "s", "exponential", run);
      file.add(next, "episodic", "s", "exponential", run);
      file.add(last, "episodic", "s", "exponential", run);
      file.insert("relations", null, next, "mentions", FACT, 1.0, "2025-01-15T10:30:00Z");
      file.insert("relations", null, last, "follows", next, 1.0, "2025-01-15T10:30:00Z");
    }

    JsonNode report = shell.json("import-reference", path.toString());

    assertThat(report.path("taken").toString()).isEqualTo("{\"episodic\":2}");
    assertThat(report.path("left").toString())
        .contains("relations to records that are not there, refused, or in a circle\":1");
    assertThat(shell.said()).contains("record " + next + ": left its relation to " + FACT);
    assertThat(shell.json("show", next).path("relations").toString()).doesNotContain(FACT);
    assertThat(shell.json("show", last).path("relations").toString()).contains(next);
  }

  @Test
  void what_one_record_breaks_is_told_and_the_others_come_in() throws Exception {
    Path path = folder.resolve("broken.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(FACT, "semantic", "s", "exponential", "{\"kind\": \"semantic\", \"subject\": \"\"}");
      file.add(RUN, "episodic", "s", "exponential", "{\"kind\": \"episodic\", \"timeline\": []}");
    }

    assertThat(shell.failed("import-reference", path.toString()))
        .contains("record " + FACT + ": ", "payload.predicate: is required")
        .contains("\"taken\":{\"episodic\":1}");
  }

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

  private String graphOf(int entities) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < entities; i++) {
      lines.append("{\"type\":\"entity\",\"name\":\"E%s\",\"entityType\":\"e\"}\n".formatted(i));
    }
    return Files.writeString(folder.resolve("memory.jsonl"), lines).toString();
  }

  private String referenceOf(int records) throws Exception {
    Path path = folder.resolve("many.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.run("BEGIN");
      for (int i = 0; i < records; i++) {
        file.add(
            "r" + i, "episodic", "s", "exponential", "{\"kind\":\"episodic\",\"timeline\":[]}");
      }
      file.run("COMMIT");
    }
    return path.toString();
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

  @Test
  void a_record_without_an_id_is_told_and_the_others_come_in() throws Exception {
    Path path = folder.resolve("broken.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(null, "episodic", "s", "exponential", "{\"kind\": \"episodic\", \"timeline\": []}");
      file.add(RUN, "episodic", "s", "exponential", "{\"kind\": \"episodic\", \"timeline\": []}");
    }

    assertThat(shell.failed("import-reference", path.toString()))
        .contains("\"taken\":{\"episodic\":1}", "\"refused\":{\"a record without id\":1}");
  }
}
