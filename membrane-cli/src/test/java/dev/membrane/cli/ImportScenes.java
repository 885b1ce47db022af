package dev.membrane.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A memory in a file of its own that takes in what others have kept. */
abstract class ImportScenes {

  static final String FACT = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

  static final String NEWER = "16fd2706-8baf-433b-82eb-8c7fada847da";

  static final String RUN = "6ecd8c99-4036-403d-bf84-cf8400f67836";

  static final String SKILL = "3f333df6-90a4-4fda-8dd3-9485d27cee36";

  @TempDir Path folder;

  final Shell shell = new Shell();

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString()).with("http_addr", "127.0.0.1:0");
  }

  String reference() throws Exception {
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

  String graphOf(int entities) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < entities; i++) {
      lines.append("{\"type\":\"entity\",\"name\":\"E%s\",\"entityType\":\"e\"}\n".formatted(i));
    }
    return Files.writeString(folder.resolve("memory.jsonl"), lines).toString();
  }

  String referenceOf(int records) throws Exception {
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
}
