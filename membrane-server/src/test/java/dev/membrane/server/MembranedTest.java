package dev.membrane.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What stops the server before it serves. */
class MembranedTest {

  @Test
  void a_log_format_that_there_is_not_is_named() {
    StringWriter errors = new StringWriter();
    CommandLine line =
        Membraned.commandLine(
            Map.of("MEMBRANE_LOG_FORMAT", "xml"), new PrintWriter(new StringWriter()));

    int exit = line.setErr(new PrintWriter(errors)).execute("--db=/nowhere/at/all.db");

    assertThat(exit).isEqualTo(78);
    assertThat(errors)
        .hasToString(
            "membraned: MEMBRANE_LOG_FORMAT must be one of: text, json" + System.lineSeparator());
  }
}
