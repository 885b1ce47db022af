package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of loaded classes, in a folder that holds more. */
class ArchiveIT {

  private static final Path SCRIPT = MembranedProcess.home().resolve("bin/membraned");

  /** Files of others, from the folder of the archive. */
  private static final List<String> OTHERS =
      List.of(
          "membraned-agents.db",
          "membraned-agents.db-lock",
          "membraned-2026-11-28.ndjson",
          "membraned-20261128.zip",
          "membraned-1.2.jsa",
          "membraned-.jsa",
          "membraned-0.1.0/bin/membraned",
          "membraned-7.jsa/in a folder",
          "notes/making.md",
          "notes/making.of/one",
          "notes/making.abcdef/maker",
          "making.md",
          "making.of/two",
          "making.albums/three",
          "making.movies/maker",
          "work/bin",
          "work/README.md",
          "work/in a folder",
          "work/membraned-8.jsa");

  @TempDir Path folder;

  @Test
  void nothing_that_others_have_put_beside_it_is_removed() throws Exception {
    Path cache = Files.createDirectory(folder.resolve("membraned-cache"));
    for (String other : OTHERS) {
      write(cache.resolve(other), "of somebody else");
    }
    Path linked = Files.createSymbolicLink(cache.resolve("membraned-9.jsa"), Path.of("making.md"));
    for (String mine : List.of("membraned-1.jsa", "membraned-2.jsa", "membraned-3.aot")) {
      write(cache.resolve(mine), "archive");
    }
    write(cache.resolve("making.123456/maker"), "membraned 1\n");

    Path work = cache.resolve("work");
    Path archive;
    try (MembranedProcess making =
        MembranedProcess.running(SCRIPT, work, Map.of("MEMBRANE_CACHE", ".."), "make-archive")) {
      archive = work.resolve(making.lines(1).get(0)).normalize();
      assertThat(making.exitCode()).as(making.errors()).isZero();
    }

    assertThat(archive).isNotEmptyFile().hasParent(cache);
    assertThat(OTHERS)
        .allSatisfy(other -> assertThat(cache.resolve(other)).hasContent("of somebody else"));
    assertThat(linked).isSymbolicLink();
    assertThat(cache.resolve("making.123456")).doesNotExist();
    assertThat(names(cache))
        .as("archives that were made before")
        .filteredOn(name -> name.matches("membraned-[123]\\.(jsa|aot)"))
        .hasSize(1);
  }

  /** A file of some time ago. */
  private static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    Files.setLastModifiedTime(file.getParent(), FileTime.from(Instant.now().minusSeconds(3600)));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
