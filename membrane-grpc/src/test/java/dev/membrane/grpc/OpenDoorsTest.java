package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.server.StartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told of who can come in. */
class OpenDoorsTest {

  @TempDir Path folder;

  @Test
  void metrics_that_other_machines_reach_are_warned_of() {
    assertThat(warningsOfMetricsOn("0.0.0.0:0"))
        .containsExactly(
            "WARN metrics_addr: 0.0.0.0:0 is reachable from other machines and asks for no key");
    assertThat(warningsOfMetricsOn("127.0.0.1:0")).isEmpty();
  }

  private List<String> warningsOfMetricsOn(String address) {
    try (LogCapture log = new LogCapture("dev.membrane.server");
        RunningServer server =
            RunningServer.on(folder.resolve("membrane.db"), Map.of("metrics_addr", address))) {
      assertThat(server.port("grpc")).isPositive();
      return log.lines().stream().filter(line -> line.startsWith("WARN")).toList();
    }
  }

  @Test
  void a_short_key_is_warned_of_when_the_door_opens_and_not_shown() {
    try (LogCapture log = new LogCapture("dev.membrane.server");
        TestServer server = TestServer.start(Map.of("api_key", "short-key"))) {
      assertThat(server.startLine()).contains("auth: api key");
      assertThat(log.lines())
          .contains("WARN api_key: has fewer than 16 characters, easy to guess")
          .noneMatch(line -> line.contains("short-key"));
    }
  }

  @Test
  void a_server_without_a_door_does_not_start() {
    assertThatThrownBy(
            () ->
                RunningServer.on(
                    folder.resolve("membrane.db"), Map.of("plugins.grpc.enabled", "false")))
        .isInstanceOf(StartException.class)
        .hasMessage("plugins.grpc.enabled: no transport is on, so nobody could call; turn one on");
    assertThat(folder.resolve("membrane.db")).doesNotExist();
  }
}
