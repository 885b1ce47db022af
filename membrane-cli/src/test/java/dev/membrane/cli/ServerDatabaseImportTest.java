package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The database of the reference server comes in once, and what is refused of it is told. */
class ServerDatabaseImportTest extends ImportScenes {

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
