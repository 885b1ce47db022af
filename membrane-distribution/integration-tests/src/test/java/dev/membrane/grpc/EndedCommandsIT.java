package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command says and leaves that a signal, or the lack of space, ends. */
class EndedCommandsIT {

  private static final Path SCRIPT = MembranedProcess.home().resolve("bin/membraned");

  @TempDir Path folder;

  @BeforeEach
  void fill() throws Exception {
    String items =
        IntStream.range(0, 1_000)
            .mapToObj(
                "{\"observation\": {\"source\": \"a\", \"subject\": \"s%s\", \"predicate\": \"p\", \"object\": \"o\"}}\n"
                    ::formatted)
            .collect(Collectors.joining());
    Files.writeString(folder.resolve("items"), items);
    assertThat(errors(SCRIPT, 0, "ingest", "items")).contains("1000 ingested");
  }

  @Test
  void an_export_that_is_ended_leaves_nothing() throws Exception {
    Path part = folder.resolve("all.ndjson.part");
    try (MembranedProcess export =
        MembranedProcess.running(SCRIPT, folder, Map.of(), "export", "all.ndjson")) {
      while (Files.notExists(part) && !export.hasEnded()) {
        LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
      }
      // With 0 the signal came after the end.
      assertThat(export.stop()).as(export.errors()).isIn(0, 143);
      assertThat(export.errors()).doesNotContain("\tat ");
    }
    assertThat(part).doesNotExist();
  }

  @Test
  void an_encryption_without_space_says_so_and_goes_on_later() throws Exception {
    Path key = Files.writeString(folder.resolve("key"), "0123456789abcdef".repeat(4));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(folder.resolve("config.yaml"), "encryption_key_file: key\n");
    Path limited = folder.resolve("limited");
    Files.writeString(limited, "#!/bin/sh\nulimit -f 700\nexec " + SCRIPT + " \"$@\"\n");
    assertThat(limited.toFile().setExecutable(true)).isTrue();

    assertThat(errors(limited, 1, "encrypt").lines())
        .last()
        .asString()
        .contains("membraned: the database cannot be written", ": [SQLITE_")
        .endsWith("; the database is as it was");
    assertThat(errors(SCRIPT, 0, "encrypt")).doesNotContain("\tat ");

    try (Connection keys =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("membrane.db-keys"));
        Statement locking = keys.createStatement()) {
      locking.execute("BEGIN EXCLUSIVE");
      assertThat(errors(SCRIPT, 1, "rotate-keys", "--new-key-file", "key"))
          .contains("no key was changed: ", ": [SQLITE_BUSY] ");
    }
  }

  private String errors(Path script, int code, String... words) throws IOException {
    try (MembranedProcess command = MembranedProcess.running(script, folder, Map.of(), words)) {
      assertThat(command.exitCode()).as(command.errors()).isEqualTo(code);
      return command.errors();
    }
  }
}
