package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of the reference server name each other here as they did there. */
class ReferenceImportTest {

  private static final String UPPER = "16FD2706-8BAF-433B-82EB-8C7FADA847DA";
  private static final String AT = "2025-01-15T10:30:00Z";

  private static final String FACT =
      """
      {"kind": "semantic", "subject": "%s", "predicate": "prefers", "object": "tea",
       "validity": {"mode": "global"}, "evidence": [%s], "revision": {%s}}
      """;

  @TempDir Path folder;

  private final Shell shell = new Shell();

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString());
  }

  private static String evidence(String id) {
    return "{\"source_type\": \"event\", \"source_id\": \"%s\", \"timestamp\": \"%s\"}"
        .formatted(id, AT);
  }

  private String database() throws Exception {
    Path path = folder.resolve("reference.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(
          "run-1",
          "episodic",
          "s",
          "exponential",
          """
          {"kind": "episodic", "timeline": [
            {"t": "2025-01-15T10:30:00Z", "event_kind": "user_input", "ref": "old"},
            {"t": "2025-01-15T10:30:00Z", "event_kind": "tool_call", "ref": "c"}],
           "tool_graph": [{"id": "new", "tool": "make"}]}
          """);
      file.add(
          "old",
          "semantic",
          "s",
          "exponential",
          FACT.formatted(
              "Ada",
              evidence("run-1") + "," + evidence("chat-7"),
              "\"superseded_by\": \"new\", \"status\": \"retracted\""));
      file.add(
          "new",
          "semantic",
          "s",
          "exponential",
          FACT.formatted("Ada", "", "\"supersedes\": \"old\""));
      file.add(UPPER, "semantic", "s", "exponential", FACT.formatted("Bo", evidence("run-1"), ""));
      file.add("upper", "semantic", "s", "exponential", FACT.formatted("Cy", evidence(UPPER), ""));
      source(file, "run-1", "old");
      source(file, "run-1", "new");
      source(file, "run-1", "upper");
      source(file, "old", "run-1");
      source(file, "old", "reference:run-1");
      source(file, UPPER, "run-1");
    }
    return path.toString();
  }

  private static void source(ReferenceFile file, String record, String ref) throws Exception {
    file.insert("provenance_sources", null, record, "event", ref, null, null, AT);
  }

  private static String ours(String id) {
    return ImportedRecords.idOf("reference", id);
  }

  private JsonNode shown(String id) {
    return shell.json("show", ours(id)).path("record");
  }

  @Test
  void of_a_database_that_is_cut_short_it_is_told_what_to_do() throws Exception {
    Path path = Path.of(database());
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(whole, whole.length / 2));
    assertThat(shell.refusal("import-reference", path.toString()))
        .endsWith(
            "reference.db: the database is damaged or not whole; copy it again while its server is"
                + " stopped");
  }

  @Test
  void what_names_a_record_of_the_database_names_it_by_its_id_here() throws Exception {
    JsonNode report = shell.json("import-reference", database());

    assertThat(report.at("/taken").toString()).isEqualTo("{\"episodic\":1,\"semantic\":4}");
    assertThat(report.at("/changed").toString())
        .contains("\"ids that were no UUIDs in lower case\":5")
        .contains("\"ids in evidence, sources and revisions that were no UUIDs in lower case\":8");
    JsonNode old = shown("old");
    assertThat(old.at("/payload/revision/superseded_by").asText()).isEqualTo(ours("new"));
    assertThat(old.at("/payload/evidence").findValuesAsText("source_id"))
        .containsExactly(ours("run-1"), "chat-7");
    assertThat(refs(old)).containsExactly(ours("run-1"), "reference:run-1", "reference:old");
    assertThat(shown("new").at("/payload/revision/supersedes").asText()).isEqualTo(ours("old"));
    assertThat(shown("upper").at("/payload/evidence/0/source_id").asText())
        .isEqualTo("16fd2706-8baf-433b-82eb-8c7fada847da");
  }

  @Test
  void a_source_of_an_episode_still_names_its_event_or_call() throws Exception {
    shell.run("import-reference", database());

    assertThat(refs(shown("run-1")))
        .containsExactly("old", "new", ours("upper"), "reference:run-1");
  }

  private static Iterable<String> refs(JsonNode record) {
    return record.at("/provenance/sources").findValuesAsText("ref");
  }

  @Test
  void an_erasure_of_an_episode_reaches_the_facts_that_name_it() throws Exception {
    shell.run("import-reference", database());

    shell.run("erase", "--record", ours("run-1"));

    assertThat(shown("old").at("/payload/evidence").findValuesAsText("source_id"))
        .containsExactly("chat-7");
    assertThat(refs(shown("old"))).containsExactly("reference:run-1", "reference:old");
    JsonNode bo = shell.json("show", UPPER).path("record");
    assertThat(refs(bo)).containsExactly("reference:" + UPPER);
    assertThat(bo.at("/payload/evidence")).isEmpty();
  }

  @Test
  void of_two_ids_that_differ_in_case_the_later_is_refused() throws Exception {
    Path path = folder.resolve("twice.db");
    String run = "{\"kind\": \"episodic\", \"timeline\": []}";
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(UPPER, "episodic", "s", "exponential", run);
      file.add(UPPER.toLowerCase(Locale.ROOT), "episodic", "s", "exponential", run);
      file.add("run-1", "episodic", "s", "exponential", run);
      file.insert("relations", null, "run-1", "follows", UPPER, 1.0, AT);
      file.insert("relations", null, "run-1", "follows", UPPER.toLowerCase(Locale.ROOT), 1.0, AT);
    }
    String refusal = "its id is that of another record in upper or lower case";

    for (String[] words :
        List.of(
            new String[] {"import-reference", path.toString(), "--dry-run"},
            new String[] {"import-reference", path.toString()})) {
      assertThat(shell.failed(words))
          .contains("record " + UPPER.toLowerCase(Locale.ROOT) + ": " + refusal)
          .contains("\"taken\":{\"episodic\":2}", "\"there_already\":0")
          .contains("relations to records that are not there, refused, or in a circle\":1")
          .contains("\"refused\":{\"" + refusal + "\":1}");
    }
    assertThat(shown("run-1").path("relations")).hasSize(1);
  }

  @Test
  void of_the_states_of_a_thread_the_latest_comes_in() throws Exception {
    Path path = folder.resolve("states.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.addState("older", "s", 2024, "main", "");
      file.addState("latest", "s", 2025, "main", "");
      file.addState("retired", "s", 2026, "main", ",\"revision\":{\"status\":\"retracted\"}");
      file.addState("other", "s", 2023, "side", "");
      file.addState("elsewhere", null, 2023, "main", "");
      file.addState("broken", "s", 2022, "main", "");
      file.run("UPDATE payloads SET payload_json = '{' WHERE record_id = 'broken'");
      // What a record relates to comes in before it, and so the older would come last.
      file.insert("relations", null, "older", "supports", "latest", 1.0, AT);
    }

    String told = shell.failed("import-reference", path.toString());

    assertThat(told)
        .contains("record broken: ")
        .contains("\"taken\":{\"working\":3}")
        .contains("\"working states that are not the latest of their thread\":2");
    for (String id : List.of("latest", "other", "elsewhere")) {
      assertThat(shown(id).path("salience").asDouble()).isPositive();
      assertThat(shown(id).at("/payload/revision/superseded_by").asText()).isEmpty();
    }
    assertThat(shell.json("list", "--retracted").path("records")).hasSize(3);
    assertThat(shell.failed("import-reference", path.toString()))
        .contains("\"taken\":{}", "\"there_already\":3");
    assertThat(shell.failed("import-reference", path.toString(), "--scope", "s", "--dry-run"))
        .contains("\"taken\":{\"working\":2}")
        .contains("\"working states that are not the latest of their thread\":3");
  }

  @Test
  void a_state_of_the_memory_stays_the_current_one_of_its_thread() throws Exception {
    Path path = folder.resolve("states.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.addState("old", "s", 2025, "main", "");
      file.addState("free", null, 2025, "main", "");
      file.add("run-1", "episodic", "s", "exponential", "{\"kind\":\"episodic\",\"timeline\":[]}");
      file.insert("relations", null, "run-1", "mentions", "old", 1.0, AT);
    }
    shell.typing(
        "{\"working_state\":{\"source\":\"me\",\"thread_id\":\"main\",\"state\":\"executing\","
            + "\"next_actions\":[\"current work\"],\"scope\":\"s\"}}");
    shell.run("ingest", "-");
    String live = shell.json("list", "--thread", "main").at("/records/0/id").asText();

    JsonNode report = shell.json("import-reference", path.toString());

    assertThat(report.path("taken").toString()).isEqualTo("{\"episodic\":1,\"working\":1}");
    assertThat(report.path("left").toString())
        .contains("\"relations to records that are not there, refused, or in a circle\":1")
        .contains("\"working states whose thread has another one in the memory\":1");
    assertThat(shell.json("list", "--thread", "main").findValuesAsText("id"))
        .containsExactlyInAnyOrder(live, ours("free"));
  }

  @Test
  void a_state_that_came_in_before_its_thread_went_on_is_there_already() throws Exception {
    Path path = folder.resolve("states.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.addState("old", "s", 2025, "main", "");
      file.add("run-1", "episodic", "s", "exponential", "{\"kind\":\"episodic\",\"timeline\":[]}");
      file.insert("relations", null, "run-1", "mentions", "old", 1.0, AT);
    }
    shell.run("import-reference", path.toString());
    shell.typing(
        "{\"working_state\":{\"source\":\"me\",\"thread_id\":\"main\",\"state\":\"executing\","
            + "\"next_actions\":[\"later work\"],\"scope\":\"s\"}}");
    shell.run("ingest", "-");

    JsonNode report = shell.json("import-reference", path.toString());

    assertThat(report.path("taken")).isEmpty();
    assertThat(report.path("there_already").asInt()).isEqualTo(2);
    assertThat(report.path("left")).isEmpty();
  }

  @Test
  void members_of_a_payload_that_are_unknown_here_are_told() throws Exception {
    Path path = folder.resolve("other.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add(
          "run-1",
          "episodic",
          "s",
          "exponential",
          """
          {"kind": "episodic", "mood": {"is": "good"}, "labels": [], "artifacts": null, "timeline": [
            {"t": "2025-01-15T10:31:00Z", "event_kind": "e", "ref": "b", "colour": "red"},
            {"t": "2025-01-15T10:30:00Z", "event_kind": "e", "ref": "a", "colour": 0, "summary": ""}],
           "tool_graph": [{"id": "c", "tool": "make", "args": {"colour": 1, "none": null}}]}
          """);
      file.add("bad", "episodic", "s", "exponential", "{\"kind\": \"episodic\", \"mood\": 1}");
      file.run("UPDATE memory_records SET confidence = 2 WHERE id = 'bad'");
    }

    String told = shell.failed("import-reference", path.toString());

    assertThat(told)
        .contains("\"taken\":{\"episodic\":1}")
        .contains(
            "\"left\":{\"entries of audit logs\":1,"
                + "\"payload.mood, which is unknown here\":1,"
                + "\"payload.timeline[].colour, which is unknown here\":2}");
    assertThat(shown("run-1").at("/payload/tool_graph/0/args").toString())
        .isEqualTo("{\"colour\":1,\"none\":null}");
  }
}
