package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive that a start without one has made for the next. The process that makes it leaves the
 * others the processor.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FirstStartIT {

  private static final String CACHE = "MEMBRANE_CACHE";

  @TempDir Path folder;

  @AfterEach
  void end() throws Exception {
    FolderProcesses.end(folder);
  }

  @Test
  void the_first_start_is_followed_by_an_archive_for_the_next_and_one_that_failed_is_tried_again()
      throws Exception {
    Path none = folder.resolve("none");
    assertThat(endOf(Map.of(CACHE, none.toString()), "--help")).isEqualTo("0: ");
    for (String line : List.of("help", "rember", "--versoin", "list --bogus", "recall")) {
      assertThat(endOf(Map.of(CACHE, none.toString()), line.split(" "))).startsWith("2: ");
    }
    Path home = PackedHome.copyTo(folder.resolve("home"));
    Path cache = folder.resolve("cache");
    Path archive;
    try (MembranedProcess server = start(home, cache, "")) {
      archive = awaitArchive(cache);
      assertThat(server.unlogged()).isEmpty();
    }
    // They began before, so one of theirs would have been made or be under way.
    assertThat(none).as("after help and mistyped commands").doesNotExist();
    assertThat(PackedHome.names(cache)).containsExactly(archive.getFileName().toString());
    assertThat(loadedClasses(home, cache))
        .contains("dev.membrane.server.internal.start.Server source: shared objects file")
        .doesNotContain("dev.membrane.embedder", "ai.onnxruntime");
    assertThat(PackedHome.names(cache)).hasSize(1);

    Files.delete(archive);
    Files.writeString(archive, "no archive at all");
    assertThat(loadedClasses(home, cache))
        .contains("dev.membrane.server.internal.start.Server source: file:");
    assertTriedAgainADayLater(home, archive.getFileName().toString());
  }

  /** An empty archive says when one could not be made. */
  private void assertTriedAgainADayLater(Path home, String name) throws Exception {
    Path script = home.resolve("bin/membraned");
    Path today = Files.createDirectory(folder.resolve("today")).resolve(name);
    Path before = Files.createDirectory(folder.resolve("before")).resolve(name);
    Files.createFile(today);
    Files.setLastModifiedTime(
        Files.createFile(before), FileTime.from(Instant.now().minus(25, ChronoUnit.HOURS)));
    try (MembranedProcess first = start(home, today.getParent(), "")) {
      try (MembranedProcess second =
          MembranedProcess.running(
                  script, folder, Map.of(CACHE, before.getParent().toString()), "--db", "2.db")
              .awaitServing()) {
        awaitBegun(before.getParent());
        assertThat(second.unlogged()).isEmpty();
        second.kill(); // What has begun ends as it does after the first start.
      }
      // It began before, so one would have been made or be under way.
      assertThat(PackedHome.names(today.getParent())).containsExactly(name);
      assertThat(today).isEmptyFile();
      assertThat(first.unlogged()).isEmpty();
    }
  }

  /** How a command ended, and what it said beside its answer. */
  private String endOf(Map<String, String> environment, String... words) throws IOException {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    try (MembranedProcess command = MembranedProcess.running(script, folder, environment, words)) {
      return command.exitCode() + ": " + command.errors();
    }
  }

  private MembranedProcess start(Path home, Path cache, String javaOptions) throws IOException {
    return MembranedProcess.running(
            home.resolve("bin/membraned"),
            folder,
            Map.of(CACHE, cache.toString(), "MEMBRANE_JAVA_OPTS", javaOptions),
            "--db",
            "membrane.db")
        .awaitServing();
  }

  /** The log of a start that says where each class came from. */
  private String loadedClasses(Path home, Path cache) throws IOException {
    Path log = folder.resolve("classes.log");
    try (MembranedProcess server = start(home, cache, "-Xlog:class+load:file=" + log)) {
      assertThat(server.startLine()).startsWith("membraned ");
      return Files.readString(log);
    }
  }

  private static void awaitBegun(Path cache) throws Exception {
    for (int i = 0; i < 7200; i++) {
      if (PackedHome.names(cache).stream().anyMatch(name -> name.startsWith("making."))) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new AssertionError("no archive was begun after twelve minutes in " + cache);
  }

  private static Path awaitArchive(Path cache) throws Exception {
    for (int i = 0; i < 7200; i++) {
      // Read once: a folder in which one is made may come at any moment.
      List<String> names = Files.isDirectory(cache) ? PackedHome.names(cache) : List.of();
      if (!names.isEmpty()
          && names.stream().allMatch(name -> name.endsWith(".jsa"))
          && Files.size(cache.resolve(names.get(0))) > 0) {
        return cache.resolve(names.get(0));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new AssertionError("no archive after twelve minutes in " + cache);
  }
}
