package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    Path config = Files.writeString(folder.resolve("config.yaml"), "backend: memory\n");
    assertThat(refused(Map.of(), "verify-audit", "--rebuild", "--config=" + config))
        .isEqualTo("1: membraned: --rebuild: this store keeps nothing that could be made anew\n");
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
