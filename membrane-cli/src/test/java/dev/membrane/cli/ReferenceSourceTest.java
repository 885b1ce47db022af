package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of another server is read whole, and stays as it was with all that is beside it. */
class ReferenceSourceTest {

  private static final String RUN = "{\"kind\":\"episodic\",\"timeline\":[]}";

  @TempDir Path folder;

  private final Shell shell = new Shell();

  @BeforeEach
  void nobody_serves() {
    shell.with("db_path", folder.resolve("m.db").toString());
  }

  private Path theirs(String name) throws IOException {
    return Files.createDirectories(folder.resolve("their own")).resolve(name);
  }

  @Test
  void nothing_is_left_beside_a_database_with_a_write_ahead_log() throws Exception {
    Path path = theirs("reference#1?cache=a%20b.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.run("PRAGMA journal_mode = WAL");
      file.add("run-1", "episodic", "s", "exponential", RUN);
    }
    Map<String, Integer> before = contents(path);

    assertThat(shell.run("import-reference", path.toString(), "--dry-run"))
        .contains("\"taken\":{\"episodic\":1}");
    assertThat(shell.run("import-reference", path.toString()))
        .contains("\"taken\":{\"episodic\":1}");

    assertThat(before).containsOnlyKeys(path.getFileName().toString());
    assertThat(contents(path)).isEqualTo(before);
  }

  @Test
  void what_a_killed_server_has_left_in_its_log_comes_in_and_stays_there() throws Exception {
    Path path = theirs(UUID.randomUUID() + "?a.db");
    Path live = folder.resolve("live.db");
    try (ReferenceFile file = new ReferenceFile(live)) {
      file.run("PRAGMA journal_mode = WAL");
      file.add("run-1", "episodic", "s", "exponential", RUN);
      for (String end : List.of("", "-wal")) {
        Files.copy(Path.of(live + end), Path.of(path + end));
      }
    }
    Map<String, Integer> before = contents(path);

    assertThat(shell.run("import-reference", path.toString()))
        .contains("\"taken\":{\"episodic\":1}");

    assertThat(before).containsOnlyKeys(path.getFileName().toString(), path.getFileName() + "-wal");
    assertThat(contents(path)).isEqualTo(before);
    assertThat(copiesOf(path)).isEmpty();
  }

  @Test
  void a_change_that_was_interrupted_is_undone_in_what_is_read() throws Exception {
    Path path = theirs("killed.db");
    Path live = folder.resolve("live.db");
    try (ReferenceFile file = new ReferenceFile(live)) {
      file.add("run-1", "episodic", "s", "exponential", RUN);
      file.run("PRAGMA cache_size = 1");
      file.run("BEGIN");
      file.run("DELETE FROM memory_records");
      file.run("CREATE TABLE much AS SELECT zeroblob(1000000)");
      for (String end : List.of("", "-journal")) {
        Files.copy(Path.of(live + end), Path.of(path + end));
      }
    }
    Map<String, Integer> before = contents(path);

    assertThat(shell.run("import-reference", path.toString()))
        .contains("\"taken\":{\"episodic\":1}");

    assertThat(contents(path)).isEqualTo(before);
  }

  @Test
  void a_file_that_its_server_writes_meanwhile_is_told() throws Exception {
    Path path = theirs("reference.db");
    try (ReferenceFile file = new ReferenceFile(path)) {
      file.add("run-1", "episodic", "s", "exponential", RUN);
      try (ReferenceDatabase database = ReferenceDatabase.open(path)) {
        database.checkUnchanged();
        file.add("run-2", "episodic", "s", "exponential", RUN);
        assertThatThrownBy(database::checkUnchanged)
            .hasMessage(
                path
                    + ": was changed while it was read; stop its server, and run the command again");
      }
    }
  }

  private static Map<String, Integer> contents(Path path) throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(path.getParent())) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private static List<Path> copiesOf(Path path) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(it -> it.getFileName().toString().startsWith("membrane-import-"))
          .filter(it -> Files.exists(it.resolve(path.getFileName())))
          .toList();
    }
  }
}
