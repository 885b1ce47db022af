package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.GetMetricsRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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

  private static final Pattern LOADED =
      Pattern.compile("dev\\.membrane\\.server\\.internal\\.start\\.Server source: (.*)");

  /** No process has it. */
  private static final String NUMBER = "999999999";

  @TempDir static Path folder;

  private static Path shared;
  private static Path archive;

  @BeforeAll
  static void make() throws Exception {
    shared = Files.createDirectory(folder.resolve("membraned-shared"));
    for (String other : OTHERS) {
      write(shared.resolve(other), "of somebody else");
    }
    Files.createSymbolicLink(shared.resolve("membraned-9.jsa"), Path.of("making.md"));
    for (String mine : List.of("membraned-1.jsa", "membraned-2.jsa", "membraned-3.aot")) {
      write(shared.resolve(mine), "archive");
    }
    write(shared.resolve("making.123456/maker"), "membraned " + NUMBER + "\n");
    Path work = shared.resolve("work");
    Map<String, String> environment =
        Map.of("MEMBRANE_CACHE", "..", "JAVA_HOME", System.getProperty("java.home"));
    try (MembranedProcess making =
            MembranedProcess.running(SCRIPT, work, environment, "make-archive");
        MembranedProcess beside =
            MembranedProcess.running(SCRIPT, work, environment, "make-archive")) {
      String made = making.lines(1).get(0);
      assertThat(beside.lines(1)).as("two at once").containsExactly(made);
      archive = work.resolve(made).normalize();
      assertThat(making.exitCode()).as(making.errors()).isZero();
      assertThat(beside.exitCode()).as(beside.errors()).isZero();
    }
  }

  @AfterAll
  static void end() throws Exception {
    FolderProcesses.end(folder);
  }

  @Test
  void nothing_that_others_have_put_beside_it_is_removed() throws Exception {
    assertThat(archive).isNotEmptyFile().hasParent(shared);
    assertThat(OTHERS)
        .allSatisfy(other -> assertThat(shared.resolve(other)).hasContent("of somebody else"));
    assertThat(shared.resolve("membraned-9.jsa")).isSymbolicLink();
    assertThat(shared.resolve("making.123456")).doesNotExist();
    assertThat(PackedHome.names(shared))
        .as("archives that were made before")
        .filteredOn(name -> name.matches("membraned-[123]\\.(jsa|aot)"))
        .hasSize(1);
  }

  @Test
  void one_that_was_cut_short_is_not_used_and_made_again_unless_that_is_under_way()
      throws Exception {
    Path cache = Files.createDirectory(folder.resolve("cache"));
    Path cut = Files.copy(archive, cache.resolve(archive.getFileName()));
    try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
      file.truncate(20_000_000);
    }
    try (MembranedProcess version = running(cache, "--version")) {
      assertThat(version.exitCode()).as(version.errors()).isZero();
      assertThat(version.errors()).isEmpty();
    }
    try (MembranedProcess killed = running(cache, "make-archive")) {
      await(() -> !makers(cache).isEmpty());
      try (MembranedProcess beside = running(cache, "make-archive", "--if-missing")) {
        assertThat(beside.exitCode()).isEqualTo(1);
        assertThat(beside.errors())
            .isEqualTo("membraned: no archive was made: another process is making one\n");
      }
      killed.signal("KILL"); // What it has begun may go on.
      assertThat(killed.exitCode()).isEqualTo(137);
    }
    assertThat(cut).as("after the kill").hasSize(20_000_000);
    List<String> abandoned = makers(cache);
    try (MembranedProcess after = running(cache, "make-archive", "--if-missing")) {
      await(() -> !abandoned.containsAll(makers(cache)));
      after.signal("KILL");
      assertThat(after.exitCode()).isEqualTo(137);
    }
  }

  @Test
  void a_server_does_without_one_that_is_damaged_in_the_middle() throws Exception {
    Path cache = Files.createDirectory(folder.resolve("damaged"));
    Path damaged = Files.copy(archive, cache.resolve(archive.getFileName()));
    byte[] wrong = new byte[1 << 20];
    Arrays.fill(wrong, (byte) -1);
    try (FileChannel file = FileChannel.open(damaged, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(wrong), file.size() / 2);
    }
    try (MembranedProcess server = running(cache, "--db", "damaged.db").awaitServing()) {
      server.stub().getMetrics(GetMetricsRequest.getDefaultInstance());
      assertThat(server.unlogged()).isEmpty();
    }
  }

  @Test
  void it_is_that_of_the_java_which_a_script_chooses() throws Exception {
    Path java = Files.createDirectories(folder.resolve("chosen/bin")).resolve("java");
    Files.writeString(
        java, "#!/bin/sh\nexec \"" + System.getProperty("java.home") + "/bin/java\" \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", folder.resolve("chosen").toString(), "MEMBRANE_CACHE", shared.toString());
    try (MembranedProcess making =
        MembranedProcess.running(SCRIPT, folder, environment, "make-archive", "--if-missing")) {
      assertThat(making.exitCode()).as(making.errors()).isZero();
      assertThat(making.errors()).isEmpty();
    }
  }

  @Test
  void it_holds_for_these_jars_only_wherever_they_are() throws Exception {
    Path moved = PackedHome.copyTo(folder.resolve("moved"));
    assertThat(sourceOfServer(moved)).isEqualTo("shared objects file");
    Path lib = moved.resolve("lib");
    Files.copy(lib.resolve(PackedHome.names(lib).get(0)), lib.resolve("plugin.jar"));
    assertThat(sourceOfServer(moved)).startsWith("file:");
  }

  /** Where a start has the class of the server from. */
  private static String sourceOfServer(Path home) throws IOException {
    Path log = folder.resolve("classes.log");
    Map<String, String> environment =
        Map.of(
            "MEMBRANE_CACHE",
            shared.toString(),
            "JAVA_HOME",
            System.getProperty("java.home"),
            "MEMBRANE_JAVA_OPTS",
            "-Xlog:class+load:file=" + log);
    Path script = home.resolve("bin/membraned");
    try (MembranedProcess server =
        MembranedProcess.running(script, folder, environment, "--db", "moved.db").awaitServing()) {
      assertThat(server.startLine()).startsWith("membraned ");
      return LOADED.matcher(Files.readString(log)).results().findFirst().orElseThrow().group(1);
    }
  }

  @Test
  void a_failure_leaves_an_archive_as_it_is_and_says_when_it_was() throws Exception {
    Path other = PackedHome.copyTo(folder.resolve("broken"));
    Path cache = Files.createDirectory(folder.resolve("failed"));
    Map<String, String> environment = Map.of("MEMBRANE_CACHE", cache.toString());
    for (String jar : PackedHome.names(other.resolve("lib"))) {
      if (jar.startsWith("membrane-grpc-stubs-")) {
        Files.writeString(other.resolve("lib").resolve(jar), "no jar");
      }
    }
    Path script = other.resolve("bin/membraned");
    try (MembranedProcess failing =
        MembranedProcess.running(script, folder, environment, "make-archive")) {
      assertThat(failing.exitCode()).isEqualTo(1);
      assertThat(failing.errors()).endsWith("membraned: no archive was made\n");
    }
    assertThat(PackedHome.names(cache)).hasSize(1);
    Path kept = cache.resolve(PackedHome.names(cache).get(0));
    assertThat(kept).isEmptyFile();
    Files.writeString(kept, "as it was\nwhole\n");
    try (MembranedProcess failing =
        MembranedProcess.running(script, folder, environment, "make-archive")) {
      assertThat(failing.exitCode()).isEqualTo(1);
    }
    try (MembranedProcess none =
        MembranedProcess.running(script, folder, environment, "make-archive", "--if-missing")) {
      assertThat(none.exitCode()).as(none.errors()).isZero();
    }
    assertThat(kept).hasContent("as it was\nwhole\n");
  }

  private MembranedProcess running(Path cache, String... command) throws IOException {
    return MembranedProcess.running(
        SCRIPT,
        folder,
        Map.of("MEMBRANE_CACHE", cache.toString(), "JAVA_HOME", System.getProperty("java.home")),
        command);
  }

  /** The folders of those who have begun an archive. */
  private static List<String> makers(Path cache) throws IOException {
    List<String> makers = new ArrayList<>();
    for (String name : PackedHome.names(cache)) {
      Path maker = cache.resolve(name).resolve("maker");
      if (Files.exists(maker) && Files.size(maker) > 0) {
        makers.add(name);
      }
    }
    return makers;
  }

  private static void await(Callable<Boolean> isBegun) throws Exception {
    for (int i = 0; i < 3000; i++) {
      if (isBegun.call()) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError("no archive was begun after a minute");
  }

  /** A file of some time ago. */
  private static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
    Files.setLastModifiedTime(file.getParent(), FileTime.from(Instant.now().minusSeconds(3600)));
  }
}
