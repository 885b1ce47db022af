package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.GetMetricsRequest;
import dev.membrane.grpc.v1.IngestEventRequest;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first of the two commands, from the project's root. */
class MembranedScriptIT {

  /** What Maven leaves and prints: files inside of what is packaged are as old as all of them. */
  private static final String BUILD =
      """
      echo '[INFO] Building Membrane core [3/20]'
      echo '[INFO] of no interest'
      mkdir -p membrane-distribution/target/membraned/bin
      cd membrane-distribution/target
      printf '#!/bin/sh\\necho served "$@"\\n' > membraned/bin/membraned
      chmod +x membraned/bin/membraned
      touch -d 2026-01-01 membraned/bin/membraned
      touch membraned.zip
      """;

  /** Goes on when it is told to, so that a test sees what is said meanwhile. */
  private static final String SLOW_MAVEN =
      """
      #!/bin/sh
      echo '[INFO] Building Membrane schema 1.0                [2/9]'
      until [ -e go-on ]; do sleep 0.1; done
      echo '[INFO] not worth telling'
      echo '[ERROR] something'
      mkdir -p membrane-distribution/target/membraned/bin
      printf '#!/bin/sh\\necho serving\\n' > membrane-distribution/target/membraned/bin/membraned
      chmod +x membrane-distribution/target/membraned/bin/membraned
      """;

  @TempDir Path folder;

  private MembranedProcess start(String... arguments) throws Exception {
    Path script = MembranedProcess.root().resolve("membraned");
    return MembranedProcess.running(script, folder, Map.of(), arguments);
  }

  @Test
  void it_serves_says_how_and_stops_cleanly_keeping_what_it_was_told() throws Exception {
    try (MembranedProcess server = start().awaitServing()) {
      assertThat(server.startLine())
          .startsWith("membraned ")
          .contains("sqlite", "membrane.db", "grpc on 127.0.0.1:", "auth: none", "tls: off");
      assertThat(server.errors()).as("after a build").doesNotContain("building");
      server.stub().ingestEvent(event());
      assertThat(server.stop()).isZero();
      assertThat(server.errors()).doesNotContain("Exception");
    }
    assertThat(folder.resolve("membrane.db")).exists();
    assertThat(folder.resolve("membrane.db-wal")).doesNotExist();
    try (MembranedProcess again = start().awaitServing()) {
      String metrics =
          again
              .stub()
              .getMetrics(GetMetricsRequest.getDefaultInstance())
              .getSnapshot()
              .toStringUtf8();
      assertThat(metrics).contains("\"total_records\":1");
    }
  }

  @Test
  void flags_take_one_dash_too_and_it_tells_its_version() throws Exception {
    try (MembranedProcess server =
        start("-db", "other.db", "-addr", "127.0.0.1:0").awaitServing()) {
      assertThat(folder.resolve("other.db")).exists();
      assertThat(server.startLine()).contains("other.db");
    }
    try (MembranedProcess version = start("--version").awaitServing()) {
      assertThat(version.startLine()).matches("membraned \\d+\\.\\d+\\.\\d+.*");
      assertThat(version.exitCode()).isZero();
    }
  }

  @Test
  void its_reference_configuration_is_accepted_with_every_comment_taken_away() throws Exception {
    String reference = Files.readString(MembranedProcess.home().resolve("config.yaml"));
    String active = reference.replaceAll("(?m)^#(\\w+: *\\S+)$", "$1");
    assertThat(active).isNotEqualTo(reference);
    Files.writeString(folder.resolve("config.yaml"), active);
    try (MembranedProcess server = start().awaitServing()) {
      assertThat(server.startLine()).contains("ready");
    }
  }

  @Test
  void it_has_a_running_server_consolidate_or_does_so_itself() throws Exception {
    try (MembranedProcess server = start().awaitServing()) {
      String address = server.startLine().replaceFirst("^.*http on ([^,]+),.*$", "$1");
      assertThat(answer(Map.of("MEMBRANE_HTTP_ADDR", address), "consolidate"))
          .startsWith("{\"episodic_compressed\":0,");
    }
    assertThat(answer(Map.of(), "consolidate")).startsWith("{\"episodic_compressed\":0,");
  }

  @Test
  void it_says_what_to_try_next() throws Exception {
    try (MembranedProcess server = start()) {
      assertThat(server.lines(2))
          .last()
          .asString()
          .startsWith("next: membraned remember")
          .contains("membraned recall");
    }
    try (MembranedProcess server =
        MembranedProcess.running(
            MembranedProcess.home().resolve("bin/membraned"),
            folder,
            Map.of("MEMBRANE_API_KEY", "a-key-that-is-long-enough"))) {
      assertThat(server.lines(2))
          .last()
          .asString()
          .startsWith("next: with a key in MEMBRANE_CLIENT_KEY, membraned remember");
    }
    assertThat(answer(Map.of(), "remember", "user", "prefers_editor", "vim")).contains("created");
    assertThat(answer(Map.of(), "recall", "editor")).contains("vim");
  }

  @Test
  void bash_completes_its_words() throws Exception {
    Path words = folder.resolve("words");
    Path script = MembranedProcess.root().resolve("membraned");
    String bash =
        "PATH=$PATH:"
            + script.getParent()
            + "; source <(membraned completion); "
            + "COMP_WORDS=(membraned re); COMP_CWORD=1; _complete_membraned; echo ${COMPREPLY[@]}; "
            + "COMP_WORDS=(membraned list --type ''); COMP_CWORD=3; _complete_membraned; "
            + "echo ${COMPREPLY[@]}";
    Process shell =
        new ProcessBuilder("bash", "-c", bash)
            .directory(folder.toFile())
            .redirectOutput(words.toFile())
            .start();
    assertThat(shell.waitFor()).isZero();
    assertThat(Files.readAllLines(words))
        .containsExactly(
            "remember recall replay revise", "episodic working semantic competence plan_graph");
  }

  private String answer(Map<String, String> environment, String... words) throws Exception {
    Path script = MembranedProcess.root().resolve("membraned");
    try (MembranedProcess asking =
        MembranedProcess.running(script, folder, environment, words).awaitServing()) {
      assertThat(asking.exitCode()).as(asking.errors()).isZero();
      return asking.startLine();
    }
  }

  @Test
  void it_builds_a_server_that_is_not_there_or_older_than_its_sources() throws Exception {
    Path script = projectThatBuildsWith(BUILD);
    assertThat(errorsOf(script))
        .contains("building; the first time", "membraned: building Membrane core [3/20]")
        .doesNotContain("of no interest");
    assertThat(errorsOf(script)).isEmpty();
    Path built = folder.resolve("membrane-distribution/target/membraned.zip");
    Files.setLastModifiedTime(built, FileTime.from(Instant.parse("2026-01-02T00:00:00Z")));
    assertThat(errorsOf(script)).contains("building");
    assertThat(errorsOf(script)).isEmpty();
  }

  @Test
  void a_build_that_fails_is_told_and_nothing_is_started() throws Exception {
    Path script = projectThatBuildsWith("echo '[ERROR] no such module'; exit 1");
    try (MembranedProcess failing = MembranedProcess.running(script, folder, Map.of())) {
      assertThat(failing.exitCode()).isEqualTo(1);
      assertThat(failing.errors()).endsWith("[ERROR] no such module\n");
    }
  }

  @Test
  void a_build_that_cannot_begin_says_why() throws Exception {
    Path script = projectThatBuildsWith("echo 'JAVA_HOME names no JDK' >&2; exit 1");
    try (MembranedProcess failing = MembranedProcess.running(script, folder, Map.of())) {
      assertThat(failing.exitCode()).isEqualTo(1);
      assertThat(failing.errors()).endsWith("JAVA_HOME names no JDK\n");
    }
  }

  @Test
  void a_link_to_it_finds_the_project() throws Exception {
    Path script = projectThatBuildsWith(BUILD);
    Path elsewhere = Files.createDirectory(folder.resolve("bin"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("membraned"), script);
    assertThat(errorsOf(link)).contains("membraned: building Membrane core [3/20]");
  }

  /** The script in a project of nothing but what it looks at. */
  private Path projectThatBuildsWith(String build) throws Exception {
    Files.createDirectories(folder.resolve("membrane-distribution/src/main"));
    Files.createFile(folder.resolve("pom.xml"));
    Files.createFile(folder.resolve("membrane-distribution/pom.xml"));
    Path wrapper = Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\n" + build);
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    return Files.copy(
        MembranedProcess.root().resolve("membraned"),
        folder.resolve("membraned"),
        StandardCopyOption.COPY_ATTRIBUTES);
  }

  private String errorsOf(Path script) throws Exception {
    try (MembranedProcess started =
        MembranedProcess.running(script, folder, Map.of(), "--version").awaitServing()) {
      assertThat(started.startLine()).isEqualTo("served --version");
      return started.errors();
    }
  }

  @Test
  void while_it_builds_it_tells_what() throws Exception {
    Path script = folder.resolve("membraned");
    Files.copy(MembranedProcess.root().resolve("membraned"), script);
    Path maven = Files.writeString(folder.resolve("mvnw"), SLOW_MAVEN);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    Process process = new ProcessBuilder(script.toString()).start();
    try (BufferedReader progress = process.errorReader()) {
      assertThat(MembranedProcess.line(process, progress))
          .startsWith("membraned: building; the first time");
      assertThat(MembranedProcess.line(process, progress))
          .isEqualTo("membraned: building Membrane schema 1.0 [2/9]");
      Files.createFile(folder.resolve("go-on"));
      assertThat(MembranedProcess.line(process, progress)).isEqualTo("[ERROR] something");
      assertThat(MembranedProcess.line(process, process.inputReader())).isEqualTo("serving");
    } finally {
      process.destroy();
    }
  }

  private static IngestEventRequest event() {
    return IngestEventRequest.newBuilder()
        .setSource("script")
        .setEventKind("started")
        .setRef("1")
        .build();
  }
}
