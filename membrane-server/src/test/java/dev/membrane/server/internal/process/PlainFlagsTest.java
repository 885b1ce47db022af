package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which command lines are read without picocli. */
class PlainFlagsTest {

  @Test
  void flags_with_a_value_are_read_in_every_form() {
    assertThat(PlainFlags.read()).contains(Map.of());
    assertThat(
            PlainFlags.read(
                "--db", "a.db", "-addr=127.0.0.1:1", "--config=c.yaml", "-postgres-dsn", "p"))
        .contains(
            Map.of("db", "a.db", "addr", "127.0.0.1:1", "config", "c.yaml", "postgres-dsn", "p"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "verify-audit",
        "--dbb x",
        "--db",
        "--db=",
        "--db --addr",
        "--db -x",
        "--db @file",
        "--db 'a'",
        "--db a --db b",
        "--db a -db b",
        "--db a verify-audit",
        "@file"
      })
  void all_else_is_left_to_the_whole_command_line(String line) {
    assertThat(PlainFlags.read(line.split(" "))).isEmpty();
  }

  @Test
  void so_is_a_value_that_is_empty() {
    assertThat(PlainFlags.read("--db", "")).isEmpty();
    assertThat(PlainFlags.read("--db", " ")).isEmpty();
  }
}
