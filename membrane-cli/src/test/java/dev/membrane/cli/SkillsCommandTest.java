package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Skills, listed and written as files. */
class SkillsCommandTest {

  @TempDir Path folder;

  private final Shell shell = new Shell();
  private Path skills;

  @BeforeEach
  void nobody_serves() {
    skills = folder.resolve("agent/skills");
    shell.with("db_path", folder.resolve("m.db").toString()).with("http_addr", "127.0.0.1:0");
  }

  /** Keeps a skill; the id of its record. */
  static String keep(Shell shell, String name, long worked, long failed) {
    return keep(shell, name, "low", worked, failed);
  }

  private static String keep(
      Shell shell, String name, String sensitivity, long worked, long failed) {
    ObjectNode record =
        (ObjectNode)
            JsonText.typed(
                "record",
                """
                {"type": "competence", "confidence": 1,
                 "provenance": {"sources": [{"kind": "event", "ref": "msg-1",
                   "timestamp": "2026-01-15T10:30:00Z"}]}, "payload": {"kind": "competence",
                 "recipe": [{"step": "run the tests"}, {"step": "push the tag"}],
                 "performance": {"success_rate": 0.857,
                   "last_used_at": "2026-01-15T10:30:00Z"}}}""");
    record.put("sensitivity", sensitivity);
    ObjectNode payload = (ObjectNode) record.get("payload");
    payload.put("skill_name", name).putArray("triggers").addObject().put("signal", name);
    ((ObjectNode) payload.get("performance"))
        .put("success_count", worked)
        .put("failure_count", failed);
    try (CallableMemory memory = MemoryFinder.find(shell, true)) {
      ObjectNode request = JsonText.object();
      request.set("record", record);
      return memory.call("IngestRecord", request).at("/record/id").asText();
    }
  }

  @Test
  void skills_are_listed_with_how_often_they_worked() {
    shell.onTerminal();
    keep(shell, "never tried", 0, 0);
    assertThat(shell.run("skills")).contains("not tried yet");
    keep(shell, "release a version", 18, 3);
    keep(shell, "hopeless", 0, 9);

    assertThat(shell.run("skills"))
        .containsPattern(
            "release-a-version-[0-9a-z]{25}\n  worked 18 of 21 times, last used at 2026-01-15T")
        .doesNotContain("hopeless");
    assertThat(shell.run("skills", "--stopped")).contains("hopeless", "; it stopped working");
    assertThat(shell.json("skills", "--json").at("/skills/1/trials").asLong()).isEqualTo(21);
    assertThat(shell.run("skills", "--scope", "elsewhere")).contains("release a version");
  }

  /** By itself it is as good as the mean of its level; those that fit the task are much better. */
  @Test
  void how_to_says_what_stopped_working_beside_the_others_that_fit() {
    shell.onTerminal();
    keep(shell, "release the shop", 0, 2);
    String better = keep(shell, "release the app", "public", 0, 0);
    assertThat(shell.run("how-to", "release the shop")).doesNotContain("stopped working");
    try (CallableMemory memory = MemoryFinder.find(shell, true)) {
      for (int run = 0; run < 5; run++) {
        ObjectNode event = JsonText.object().put("source", "me").put("event_kind", "task");
        String id =
            memory.call("IngestEvent", event.put("ref", "r" + run)).at("/record/id").asText();
        ObjectNode outcome = JsonText.object().put("source", "me").put("target_record_id", id);
        outcome.put("outcome_status", "success").putArray("used_record_ids").add(better);
        memory.call("IngestOutcome", outcome);
      }
    }

    assertThat(shell.run("how-to", "release the shop"))
        .contains("The next one stopped working.\n\n# release the shop")
        .doesNotContain("one stopped working.\n\n# release the app");
  }

  @Test
  void nothing_learned_is_said() {
    shell.run("remember", "user", "likes", "tea");
    assertThat(shell.onTerminal().run("skills")).isEqualTo("no skill was learned yet");
  }

  @Test
  void each_skill_is_a_file_that_is_written_when_it_changes() throws IOException {
    String id = keep(shell, "release a version", 18, 3);
    keep(shell, "make tea", 1, 0);

    assertThat(export()).isEqualTo(counts(2, 0, 0));
    Path file = file("release-a-version-");
    String text = Files.readString(file);
    assertThat(text)
        .startsWith("---\nname: " + file.getParent().getFileName() + "\n")
        .contains("membrane-record: \"" + id + "\"", "Worked 18 of 21 times", "2. push the tag");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(export()).isEqualTo(counts(0, 2, 0));
    Files.writeString(file, text + "edited\n");
    assertThat(export()).isEqualTo(counts(1, 1, 0));
    assertThat(Files.readString(file)).isEqualTo(text);
    assertThat(files()).hasSize(2).allMatch(it -> it.endsWith("SKILL.md"));
  }

  @Test
  void what_is_no_longer_learned_is_removed_if_asked_for_and_nothing_else_is() throws IOException {
    String id = keep(shell, "release a version", 18, 3);
    keep(shell, "make tea", 1, 0);
    export();
    Path own = Files.createDirectories(skills.resolve("own")).resolve("SKILL.md");
    Files.writeString(own, "---\nname: own\n---\nmembrane-record: none\n");
    Path note = file("release-a-version-").resolveSibling("note.txt");
    Files.writeString(note, "mine");
    shell.run("forget", id, "--yes");

    assertThat(export()).isEqualTo(counts(0, 1, 1));
    assertThat(files()).hasSize(4);
    assertThat(shell.onTerminal().run("skills", "export", skills.toString()))
        .contains("exported before and not among these: 1 (--prune removes)");
    assertThat(shell.run("skills", "export", skills.toString(), "--prune", "--json"))
        .isEqualTo("{\"written\":0,\"unchanged\":1,\"removed\":1}");
    assertThat(files()).contains(own, note).hasSize(3);
  }

  @Test
  void what_membraned_did_not_write_stays() throws IOException {
    keep(shell, "make tea", 1, 0);
    export();
    Path file = file("make-tea-");
    Files.writeString(file, "---\nname: mine\n---\n");

    assertThat(shell.refusal("skills", "export", skills.toString()))
        .isEqualTo(file + " was not exported by membraned; it stays as it is");
    assertThat(Files.readString(file)).isEqualTo("---\nname: mine\n---\n");
    assertThat(shell.refusal("skills", "export", file.toString()))
        .isEqualTo(
            file.resolve(file.getParent().getFileName())
                + "/SKILL.md: cannot be written: Not a directory");
    assertThat(shell.refusal("skills", "export")).contains("DIR");
  }

  @Test
  void a_name_never_leads_out_of_the_folder() {
    SkillFolder files = new SkillFolder(skills);
    for (String name : List.of("", "..", "../a", "/a", "a/b", "A", "a.", "-a", "a".repeat(65))) {
      assertThatThrownBy(() -> files.write(name, "text"))
          .as(name)
          .isInstanceOf(StartException.class)
          .hasMessageContaining("which is no name");
    }
    assertThat(skills).doesNotExist();
  }

  private JsonNode export() {
    return shell.json("skills", "export", skills.toString());
  }

  private static JsonNode counts(int written, int unchanged, int left) {
    return JsonText.typed(
        "counts",
        "{\"written\":%s,\"unchanged\":%s,\"left\":%s}".formatted(written, unchanged, left));
  }

  private Path file(String beginning) throws IOException {
    return files().stream()
        .filter(it -> skills.relativize(it).toString().startsWith(beginning))
        .findFirst()
        .orElseThrow();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(skills)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
