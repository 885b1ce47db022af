package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stops the start says so in one clear line per fault, and nothing else. */
class StartFaultsIT {

  @TempDir Path folder;

  private String refusal(Map<String, String> environment, String... arguments) throws Exception {
    try (MembranedProcess process =
        MembranedProcess.running(
            MembranedProcess.home().resolve("bin/membraned"), folder, environment, arguments)) {
      assertThat(process.exitCode()).isNotZero();
      return process.errors();
    }
  }

  private static void assertOneLine(String errors, String... parts) {
    assertThat(errors).hasLineCount(1).startsWith("membraned: ").contains(parts);
    assertThat(errors).doesNotContain("Exception", "\tat ");
  }

  @Test
  void a_second_writer_on_the_same_file() throws Exception {
    try (MembranedProcess first = MembranedProcess.serving(folder, "--db", "shared.db")) {
      assertOneLine(refusal(Map.of(), "--db", "shared.db"), "shared.db", "another process");
      assertThat(first.startLine()).contains("shared.db");
    }
  }

  @Test
  void a_folder_that_cannot_be_written() throws Exception {
    assertOneLine(refusal(Map.of(), "--db", "/proc/membrane.db"), "/proc");
  }

  @Test
  void a_folder_that_is_not_there() throws Exception {
    assertOneLine(refusal(Map.of(), "--db", "none/membrane.db"), "none");
  }

  @Test
  void a_corrupt_file_which_stays_as_it_is() throws Exception {
    Path corrupt = Files.writeString(folder.resolve("corrupt.db"), "not a database ".repeat(999));
    byte[] before = Files.readAllBytes(corrupt);
    assertOneLine(refusal(Map.of(), "--db", "corrupt.db"), "corrupt.db");
    assertThat(Files.readAllBytes(corrupt)).isEqualTo(before);
  }

  @Test
  void a_port_in_use() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      assertOneLine(refusal(Map.of(), "--addr", address), address, "in use");
    }
  }

  @Test
  void every_fault_of_the_configuration_at_once() throws Exception {
    Files.writeString(
        folder.resolve("config.yaml"),
        "decay_intervall: 1h\nrelevance_weight: 2\nbackend: oracle\n");
    String errors = refusal(Map.of("MEMBRANE_DECAY_INTERVAL", "soon"));
    assertThat(errors.lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("membraned: "))
        .anyMatch(line -> line.contains("decay_intervall") && line.contains("decay_interval?"))
        .anyMatch(line -> line.contains("relevance_weight: must be from 0.0 to 1.0"))
        .anyMatch(
            line ->
                line.endsWith("backend: no plugin is named oracle (there is: postgres, sqlite)"))
        .anyMatch(line -> line.contains("decay_interval: must be a duration"));
    assertThat(folder.resolve("membrane.db")).doesNotExist();
  }

  @Test
  void settings_of_what_is_off_as_well() throws Exception {
    List<String> keys =
        List.of(
            "embedding_concurrency",
            "embedding_max_sensitivity",
            "embedding_requests_per_minute",
            "embedding_timeout",
            "llm_concurrency",
            "llm_episodes_per_request",
            "llm_max_sensitivity",
            "llm_requests_per_minute",
            "llm_timeout");
    Files.writeString(
        folder.resolve("config.yaml"), String.join(": secret\n", keys) + ": secret\n");
    assertThat(refusal(Map.of()).lines().map(line -> line.split(": ", 3)[1]))
        .containsExactlyElementsOf(keys);
  }

  @Test
  void a_database_on_the_command_line_chooses_its_backend() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), "backend: sqlite\n");
    String dsn = "postgres://nobody@127.0.0.1:1/none?connectTimeout=2";
    assertOneLine(refusal(Map.of(), "--postgres-dsn", dsn), "--postgres-dsn", "backend is sqlite");
    Files.delete(folder.resolve("config.yaml"));
    assertOneLine(refusal(Map.of(), "--postgres-dsn", dsn), "127.0.0.1:1");
  }

  @Test
  void an_address_beyond_loopback_without_a_key() throws Exception {
    assertOneLine(refusal(Map.of(), "--addr", ":0"), "listen_addr", "allow_insecure_remote");
  }

  @Test
  void principals_of_the_environment_are_a_list_in_json() throws Exception {
    assertOneLine(
        refusal(Map.of("MEMBRANE_PRINCIPALS", "[{")), "MEMBRANE_PRINCIPALS", "not valid JSON");
    String errors =
        refusal(
            Map.of(
                "MEMBRANE_PRINCIPALS",
                "[{\"name\": \"a\", \"api_key_sha256\": \"zz\", \"max_sensitivity\": \"low\","
                    + " \"permissions\": [\"retrieve\"]}]"));
    assertThat(errors).contains("principals[0].api_key_sha256");
  }

  @Test
  void an_unknown_flag_stops_the_start_with_2() throws IOException {
    try (MembranedProcess process =
        MembranedProcess.running(
            MembranedProcess.home().resolve("bin/membraned"), folder, Map.of(), "--dbb", "x")) {
      assertThat(process.exitCode()).isEqualTo(2);
      assertThat(process.errors()).contains("--dbb").doesNotContain("\tat ");
    }
  }

  @Test
  void a_java_that_cannot_serve_stops_the_start_for_good() throws Exception {
    assertRefusedForGood(
        Map.of("MEMBRANE_JAVA_OPTS", "-Dx=y -Xmx1q"), "MEMBRANE_JAVA_OPTS", "size: -Xmx1q");
    assertRefusedForGood(
        Map.of("MEMBRANE_JAVA_OPTS", "-Xss128k"), "MEMBRANE_JAVA_OPTS", "stack size specified");
    assertRefusedForGood(Map.of("JAVA_HOME", "/nowhere"), "/nowhere/bin/java", "JAVA_HOME");
    Path old = Files.createDirectories(folder.resolve("old/bin")).resolve("java");
    assertThat(Files.writeString(old, "#!/bin/sh\n").toFile().setExecutable(true)).isTrue();
    Files.createDirectories(folder.resolve("old/lib"));
    Files.writeString(folder.resolve("old/release"), "JAVA_VERSION=\"11.0.2\"\n");
    assertRefusedForGood(
        Map.of("JAVA_HOME", folder.resolve("old").toString()), "is a Java 11", "Java 17 or newer");
    Files.writeString(folder.resolve("old/release"), "JAVA_VERSION=\"1.8.0_412\"\n");
    assertRefusedForGood(Map.of("JAVA_HOME", folder.resolve("old").toString()), "is a Java 8;");
  }

  @Test
  void a_java_that_only_says_itself_how_old_it_is() throws Exception {
    Path java = Files.createDirectories(folder.resolve("eight/jre/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho '    java.specification.version = 1.8' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.createDirectory(folder.resolve("eight/bin"));
    Files.createSymbolicLink(folder.resolve("eight/bin/java"), Path.of("../jre/bin/java"));
    assertRefusedForGood(
        Map.of("JAVA_HOME", folder.resolve("eight").toString()), "is a Java 8;", "17 or newer");
  }

  @Test
  void a_lack_of_memory_may_pass_and_other_variables_may_allow_an_option() throws Exception {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    Path small = limited("-v 600000");
    assertThat(exitCodeOf(small, Map.of("MEMBRANE_JAVA_OPTS", "-Xmx4g"))).isEqualTo(1);

    Map<String, String> locked = Map.of("MEMBRANE_JAVA_OPTS", "-XX:-UseFastUnorderedTimeStamps");
    assertThat(exitCodeOf(script, locked)).isEqualTo(78);
    Map<String, String> allowed = new HashMap<>(locked);
    allowed.put("JDK_JAVA_OPTIONS", "-XX:+UnlockExperimentalVMOptions");
    assertThat(exitCodeOf(script, allowed)).isZero();
  }

  @Test
  void a_collector_that_the_user_names_is_the_only_one() throws Exception {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    for (String variable : List.of("MEMBRANE_JAVA_OPTS", "JDK_JAVA_OPTIONS")) {
      Map<String, String> serial = Map.of(variable, "-XX:+UseSerialGC");
      assertThat(exitCodeOf(script, serial)).as(variable).isZero();
    }
  }

  @Test
  void options_with_which_java_starts_no_server_stop_the_start_for_good() throws Exception {
    for (String options :
        List.of("-cp /x", "-version", "--list-modules", "--dry-run", "-agentlib:jdwp=help")) {
      assertRefusedForGood(
          Map.of("MEMBRANE_JAVA_OPTS", options), "MEMBRANE_JAVA_OPTS: no server is started with");
    }
    Path lib = MembranedProcess.home().resolve("lib/*");
    Map<String, String> own = Map.of("MEMBRANE_JAVA_OPTS", "-showversion --class-path=" + lib);
    assertThat(exitCodeOf(MembranedProcess.home().resolve("bin/membraned"), own)).isZero();
  }

  @Test
  void too_few_open_files_stop_the_start_for_good() throws Exception {
    assertRefusedForGood(limited("-n 255"), Map.of(), "ulimit -n: 255 files", "allow 256");
    assertThat(exitCodeOf(limited("-n 256"), Map.of())).isZero();
    assertThat(exitCodeOf(limited("-S -n 128"), Map.of())).as("Java raises it").isZero();
  }

  /** The script with a limit of the system. */
  private Path limited(String limit) throws IOException {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    Path limited = folder.resolve("limited" + limit.replace(' ', '-'));
    Files.writeString(limited, "#!/bin/sh\nulimit " + limit + "\nexec " + script + " \"$@\"\n");
    assertThat(limited.toFile().setExecutable(true)).isTrue();
    return limited;
  }

  private int exitCodeOf(Path script, Map<String, String> environment) throws IOException {
    try (MembranedProcess process =
        MembranedProcess.running(script, folder, environment, "--version")) {
      return process.exitCode();
    }
  }

  private void assertRefusedForGood(Map<String, String> environment, String... parts)
      throws IOException {
    assertRefusedForGood(MembranedProcess.home().resolve("bin/membraned"), environment, parts);
  }

  private void assertRefusedForGood(Path script, Map<String, String> environment, String... parts)
      throws IOException {
    try (MembranedProcess process = MembranedProcess.running(script, folder, environment)) {
      assertThat(process.exitCode()).isEqualTo(78);
      assertOneLine(process.errors(), parts);
    }
  }
}
