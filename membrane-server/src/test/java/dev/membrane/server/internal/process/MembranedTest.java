package dev.membrane.server.internal.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.server.internal.access.KeyText;
import dev.membrane.spi.StoreProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What stops the server before it serves. */
class MembranedTest {

  @TempDir Path folder;

  @Test
  void a_log_that_there_is_not_is_named() {
    String format = "membraned: MEMBRANE_LOG_FORMAT must be one of: text, json\n";
    String level =
        "membraned: MEMBRANE_LOG_LEVEL must be one of:"
            + " ALL, TRACE, DEBUG, INFO, WARN, ERROR, OFF\n";
    assertThat(refused(Map.of("MEMBRANE_LOG_FORMAT", "xml"))).isEqualTo("78: " + format);
    assertThat(refused(Map.of("MEMBRANED_LOG_LEVEL", "debgu"))).isEqualTo("78: " + level);
    assertThat(
            refused(
                Map.of("MEMBRANE_LOG_FORMAT", "xml", "MEMBRANE_LOG_LEVEL", "5"), "verify-audit"))
        .isEqualTo("78: " + format + level);
    assertThat(refused(Map.of("MEMBRANE_LOG_LEVEL", "debug"))).doesNotContain("MEMBRANE_LOG_LEVEL");
  }

  @Test
  void what_was_to_ask_for_keys_does_not_start_open() throws Exception {
    String empty = "78: membraned: principals: must hold at least one principal, or be left out\n";
    String list =
        "principals: [{name: a, api_key_sha256: '%s', max_sensitivity: low, permissions: [ingest]}]"
            .formatted(KeyText.digest("k1"));
    assertThat(refusedWith(list, Map.of("MEMBRANE_PRINCIPALS", ""))).isEqualTo(empty);
    assertThat(refusedWith(list, Map.of("MEMBRANED_PRINCIPALS", " "))).isEqualTo(empty);
    assertThat(refusedWith(list, Map.of("MEMBRANE_PRINCIPALS", "null"))).isEqualTo(empty);
    assertThat(refusedWith("principals:", Map.of())).isEqualTo(empty);
    assertThat(refusedWith("principals: []", Map.of())).isEqualTo(empty);
    assertThat(refusedWith("principals: {}", Map.of()))
        .startsWith("78: membraned: principals: must be a list\n");
    assertThat(refusedWith("principals: {name: a}", Map.of()))
        .isEqualTo("78: membraned: principals: must be a list\n");
    assertThat(refusedWith("api_key: correct-horse-battery", Map.of("MEMBRANE_API_KEY", "")))
        .startsWith("78: membraned: api_key: must not be empty");
  }

  @Test
  void a_list_of_principals_that_cannot_be_read_hides_no_other_fault() throws Exception {
    assertThat(
            refusedWith(
                "relevance_weight: 2",
                Map.of(
                    "MEMBRANE_PRINCIPALS",
                    "[{\"name\":\"x\"",
                    "MEMBRANE_RATE_LIMIT_PER_SECOND",
                    "many")))
        .isEqualTo(
            "78: membraned: principals: MEMBRANE_PRINCIPALS: not valid JSON: look for an open quote"
                + " or bracket, or a missing comma\n"
                + "membraned: rate_limit_per_second: must be a number\n"
                + "membraned: relevance_weight: must be from 0.0 to 1.0\n");
    assertThat(refusedWith("", Map.of("MEMBRANE_PRINCIPALS", "agent")))
        .isEqualTo("78: membraned: principals: must be a list\n");
    assertThat(refusedWith("", Map.of("MEMBRANED_PRINCIPALS", "[{\"a\":1,\"a\":2}]")))
        .startsWith("78: membraned: principals: MEMBRANE_PRINCIPALS: [0].a is given twice");
  }

  @Test
  void a_duration_that_nobody_could_await_is_refused() throws Exception {
    String fault = "membraned: %s: must be from 1ms to 36500d\n";
    String both = "idle_exit: 110000d\nreceipt_retention: 200000000d";
    assertThat(refusedWith(both, Map.of()))
        .isEqualTo("78: " + fault.formatted("idle_exit") + fault.formatted("receipt_retention"));
  }

  @Test
  void a_map_is_no_value() throws Exception {
    assertThat(refusedWith("relevance_weight: {}", Map.of()))
        .isEqualTo("78: membraned: relevance_weight: must be a single value\n");
  }

  @Test
  void a_link_that_leads_nowhere_is_not_passed_over() throws Exception {
    Files.createSymbolicLink(folder.resolve("config.yaml"), Path.of("gone.yaml"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classes = System.getProperty("java.class.path");
    Process process =
        new ProcessBuilder(
                java.toString(), "-cp", classes, Membraned.class.getName(), "verify-audit")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(said)
        .contains("membraned: config.yaml: is a link to a file that is not there")
        .doesNotContain("\tat ");
    assertThat(process.waitFor()).isEqualTo(78);
  }

  @Test
  void an_argument_that_is_no_utf_8_is_refused() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String command = "exec \"$0\" -cp \"$1\" \"$2\" --db \"$(printf 'x\\377y')\"";
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                "-c",
                command,
                java.toString(),
                System.getProperty("java.class.path"),
                Membraned.class.getName())
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(said).endsWith("membraned: argument 2 is not UTF-8, or has U+FFFD\n");
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void an_empty_variable_leaves_what_the_file_says() throws Exception {
    assertThat(refusedWith("relevance_weight: 2", Map.of("MEMBRANE_RELEVANCE_WEIGHT", "")))
        .isEqualTo("78: membraned: relevance_weight: must be from 0.0 to 1.0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--config", "--db", "--postgres-dsn", "--addr", "-db"})
  void an_empty_option_does_not_mean_the_default(String option) {
    for (String empty : List.of("", " ")) {
      assertThat(refused(Map.of(), option, empty))
          .isEqualTo(refused(Map.of(), option + "=" + empty))
          .isEqualTo("2: membraned: --" + option.replaceAll("^-+", "") + " must not be empty\n");
    }
  }

  @Test
  void a_store_of_an_earlier_version_is_no_reason_for_a_stack() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("config.yaml"),
            "backend: memory\nplugins: {memory: {of_an_earlier_version: true}}\n");
    String message =
        "1: membraned: memory: was written by an older Membrane;"
            + " start membraned once to bring it up to date\n";
    assertThat(refused(Map.of(), "verify-audit", "--config=" + config)).isEqualTo(message);
    assertThat(refused(Map.of(), "verify-audit", "--rebuild", "--config=" + config))
        .isEqualTo(message);
  }

  @Test
  void a_store_without_an_index_cannot_make_it_anew() throws Exception {
    Path diary = folder.resolve("diary");
    Path config =
        Files.writeString(
            folder.resolve("config.yaml"),
            "backend: memory\nplugins: {memory: {diary: '" + diary + "'}}\n");
    assertThat(refused(Map.of(), "verify-audit", "--rebuild", "--config=" + config))
        .isEqualTo("1: membraned: --rebuild: this store keeps nothing that could be made anew\n");
    assertThat(diary).as("one opening, one warning").hasContent("store opened\nstore closed");
  }

  @Test
  void a_broken_plugin_is_told_in_one_line() throws Exception {
    Path settings = Files.writeString(folder.resolve("broken.yaml"), "backend: broken\n");
    String line =
        "membraned: the plugin broken (dev.membrane.server.internal.process.BrokenStoreProvider) failed ";
    assertThat(refusedBeside(BrokenStoreProvider.class.getName(), settings))
        .isEqualTo(
            "1: "
                + line
                + "when its store was opened: java.lang.IllegalStateException: the door is locked\n");

    assertThat(refusedBeside(BrokenStoreProvider.class.getName(), settings, "scan-for", "words"))
        .isEqualTo(
            "78: "
                + line
                + "in storedBytes(): java.lang.UnsupportedOperationException: no bytes\n");
    for (String command : List.of("encrypt", "rotate-keys")) {
      assertThat(refusedBeside(BrokenStoreProvider.class.getName(), settings, command))
          .isEqualTo(
              "78: "
                  + line
                  + "in encryption(): java.lang.UnsupportedOperationException: no keys\n");
    }

    Files.writeString(settings, "backend: broken\nplugins.broken.at_once: true\n");
    assertThat(refusedBeside(BrokenStoreProvider.class.getName(), settings))
        .isEqualTo(
            "78: " + line + "in create(): java.lang.IllegalArgumentException: no such place\n");
  }

  @Test
  void a_plugin_that_cannot_be_loaded_is_named() throws Exception {
    Path settings = Files.writeString(folder.resolve("good.yaml"), "backend: memory\n");
    assertThat(refusedBeside("com.example.Missing", settings))
        .startsWith("78: membraned: dev.membrane.spi.StoreProvider cannot be loaded: ")
        .contains("Provider com.example.Missing not found")
        .hasLineCount(1);
  }

  @Test
  void for_a_word_that_is_no_command_none_is_proposed() {
    assertThat(refused(Map.of(), "serve"))
        .isEqualTo(
            """
            2: Unmatched argument at index 0: 'serve'
            membraned serves without a command; membraned --help lists the others
            """);
    assertThat(refused(Map.of(), "--no-such")).contains("Unknown option: '--no-such'");
    assertThat(refused(Map.of(), "erase", "--recrod", "x")).contains("--record");
  }

  @Test
  void a_new_key_that_is_none_is_told_by_its_flag() throws IOException {
    assertThat(refused(Map.of(), "rotate-keys", "--new-key-file=" + folder.resolve("none.key")))
        .startsWith("78: membraned: --new-key-file: names a file that cannot be read: ");
    Path brief = Files.writeString(folder.resolve("brief.key"), "abc");
    Files.setPosixFilePermissions(brief, PosixFilePermissions.fromString("rw-------"));
    assertThat(refused(Map.of(), "rotate-keys", "--new-key-file=" + brief))
        .contains("--new-key-file: must name a file with a key: 32 random bytes");
  }

  @Test
  void options_that_contradict_each_other_are_a_bad_command_line() {
    assertThat(refused(Map.of(), "rotate-keys", "--new-key-file=a", "--new-config=b"))
        .isEqualTo("2: membraned: --new-key-file: contradicts --new-config\n");
    assertThat(refused(Map.of(), "export", "--plain", "--key-file=a", "all.ndjson"))
        .isEqualTo("2: membraned: --plain: contradicts --key-file\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "erase --scope=",
        "erase --subject=",
        "erase --record=",
        "erase --record=x --reason=",
        "export --key-file= all.ndjson",
        "rotate-keys --new-config=",
        "encrypt --to=",
        "verify-audit --db=",
        "--db= verify-audit",
        "--addr=",
      })
  void an_empty_value_is_a_bad_command_line(String line) {
    String[] words = line.split(" ");
    String option = line.replaceAll(".*?(--[a-z-]+)=( .*)?$", "$1");
    assertThat(refused(Map.of(), words))
        .isEqualTo("2: membraned: " + option + " must not be empty\n");
  }

  @Test
  void so_is_an_empty_file_name_and_a_count_that_is_none() {
    for (String name : List.of("export", "import", "scan-for")) {
      assertThat(refused(Map.of(), name, "")).isEqualTo("2: membraned: FILE must not be empty\n");
    }
    assertThat(refused(Map.of(), "preview-extraction", "--episodes=0"))
        .isEqualTo("2: membraned: --episodes must be at least 1\n");
  }

  @Test
  void a_missing_file_name_is_a_bad_command_line_and_help_tells_the_exit_codes() {
    StringWriter out = new StringWriter();
    for (String name : List.of("export", "import")) {
      CommandLine line = Membraned.commandLine(Map.of(), new PrintWriter(out));
      line.setErr(new PrintWriter(new StringWriter())).setOut(new PrintWriter(out));
      assertThat(line.execute(name)).isEqualTo(2);
      assertThat(line.execute(name, "--help")).isZero();
    }
    assertThat(out.toString())
        .containsPattern("0 +all was written")
        .containsPattern("0 +all is there")
        .containsPattern("78 +bad configuration");
  }

  @Test
  void help_lists_the_address_to_listen_on_where_something_listens() {
    assertThat(help()).contains("--addr").contains("--db");
    for (String name : List.of("export", "verify-audit", "completion")) {
      assertThat(help(name)).doesNotContain("--addr").contains("--db");
    }
    assertThat(refused(Map.of(), "export", "--addr=:0", "")).contains("FILE must not be empty");
  }

  @Test
  void help_lists_no_setting_where_none_is_taken() {
    assertThat(help("make-archive"))
        .contains("--if-missing")
        .doesNotContain("--config", "--db", "--postgres-dsn", "--addr");
    assertThat(refused(Map.of(), "make-archive", "--db=m.db"))
        .startsWith("2: membraned: make-archive: ");
  }

  private static String help(String... command) {
    StringWriter out = new StringWriter();
    CommandLine line = Membraned.commandLine(Map.of(), new PrintWriter(out));
    line.setOut(new PrintWriter(out));
    assertThat(
            line.execute(
                Stream.concat(Stream.of(command), Stream.of("--help")).toArray(String[]::new)))
        .isZero();
    return out.toString();
  }

  /** As {@link #refused}, with another store on the class path. */
  private String refusedBeside(String provider, Path settings) throws IOException {
    return refusedBeside(provider, settings, "verify-audit");
  }

  private String refusedBeside(String provider, Path settings, String... words) throws IOException {
    Path services = Files.createDirectories(folder.resolve("jar/META-INF/services"));
    Files.writeString(services.resolve(StoreProvider.class.getName()), provider + "\n");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    URL[] jar = {folder.resolve("jar").toUri().toURL()};
    try (URLClassLoader with = new URLClassLoader(jar, before)) {
      thread.setContextClassLoader(with);
      return refused(
          Map.of(),
          Stream.concat(Stream.of(words), Stream.of("--config=" + settings))
              .toArray(String[]::new));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** As {@link #refused}, with settings of a file beside those of the store. */
  private String refusedWith(String settings, Map<String, String> environment) throws IOException {
    Path config =
        Files.writeString(folder.resolve("config.yaml"), "backend: memory\n" + settings + "\n");
    return refused(environment, "verify-audit", "--config=" + config);
  }

  /** The exit code, and what was said. */
  private static String refused(Map<String, String> environment, String... words) {
    StringWriter errors = new StringWriter();
    CommandLine line =
        Membraned.commandLine(environment, new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(errors));
    int exit = line.execute(words.length == 0 ? new String[] {"--db=/nowhere/at/all.db"} : words);
    return exit + ": " + errors.toString().replace(System.lineSeparator(), "\n");
  }
}
