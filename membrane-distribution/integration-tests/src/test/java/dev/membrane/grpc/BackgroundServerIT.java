package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The server that {@code membraned mcp} starts in the background, and that hosts share. */
class BackgroundServerIT extends McpScenes {

  @Test
  void eight_hosts_at_once_on_a_new_database_share_one_server_and_one_memory() throws Exception {
    List<McpHost> hosts = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int i = 0; i < 8; i++) {
        hosts.add(host());
      }
      List<Callable<String>> work = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        McpHost host = hosts.get(i);
        String name = "host" + i;
        work.add(
            () -> {
              host.initialize();
              host.remember(name, "keeps_pet", "animal" + name);
              return name;
            });
      }
      for (Future<String> done : threads.invokeAll(work)) {
        assertThat(done.get()).startsWith("host");
      }
      for (McpHost host : hosts) {
        String pets = host.recall("who keeps which pet");
        for (int i = 0; i < 8; i++) {
          assertThat(pets).contains("host" + i + " keeps_pet animalhost" + i);
        }
      }
      assertThat(servers.all()).hasSize(1);
      assertThat(servers.address(DATABASE)).matches("127\\.0\\.0\\.1:\\d+").doesNotEndWith(":9821");
      assertThat(log()).contains("http on " + servers.address(DATABASE)).doesNotContain("grpc on");
    } finally {
      hosts.forEach(McpHost::close);
      threads.shutdownNow();
    }
  }

  @Test
  void a_server_that_is_killed_between_two_calls_loses_nothing() throws Exception {
    try (McpHost host = host()) {
      host.initialize();
      host.remember("user", "prefers_editor", "vim");
      ProcessHandle first = servers.of(DATABASE);
      BackgroundServers.kill(first);
      assertThat(host.recall("which editor")).contains("user prefers_editor vim");
      assertThat(servers.of(DATABASE)).isNotEqualTo(first);
    }
  }

  @Test
  void a_server_that_ends_while_it_is_asked_loses_nothing() throws Exception {
    try (McpHost host = host()) {
      host.initialize();
      for (int i = 0; i < 3; i++) {
        host.remember("day" + i, "has_weather", "weather" + i);
        servers.of(DATABASE).destroy();
        host.remember("night" + i, "has_weather", "moon" + i);
      }
      assertThat(host.recall("weather"))
          .contains("weather0", "weather1", "weather2", "moon0", "moon1", "moon2");
    }
  }

  @Test
  void two_databases_do_not_meet_and_two_names_of_one_do() throws Exception {
    Files.createSymbolicLink(folder.resolve("link.db"), folder.resolve("one.db"));
    try (McpHost one = host("--db", "one.db");
        McpHost other = host("--db", "other.db")) {
      one.remember("user", "prefers_editor", "vim");
      other.remember("user", "prefers_shell", "fish");
      assertThat(one.recall("user prefers")).contains("vim").doesNotContain("fish");
      assertThat(other.recall("user prefers")).contains("fish").doesNotContain("vim");
      assertThat(servers.address("one.db")).isNotEqualTo(servers.address("other.db"));
      try (McpHost again = host("--db", folder.resolve("link.db").toString())) {
        assertThat(again.recall("user prefers")).contains("vim").doesNotContain("fish");
      }
      assertThat(servers.all()).hasSize(2);
    }
  }

  @Test
  void the_server_ends_some_time_after_its_last_client_and_not_before() throws Exception {
    Duration idle = Duration.ofSeconds(8);
    Map<String, String> soon = Map.of("MEMBRANE_IDLE_EXIT", idle.toSeconds() + "s");
    ProcessHandle server;
    try (McpHost host = McpHost.start(folder, soon)) {
      host.remember("user", "prefers_editor", "vim");
      server = servers.of(DATABASE);
      // It is the time that passes without a message that is looked at.
      TimeUnit.MILLISECONDS.sleep(idle.toMillis() + 1_000);
      assertThat(server.isAlive()).as("while its client lives").isTrue();
      assertThat(host.end()).isEmpty();
    }
    BackgroundServers.awaitEnd(server);
    assertThat(log()).contains("nobody has called").doesNotContain("Exception");
    assertThat(folder.resolve(DATABASE + "-server")).doesNotExist();
    assertThat(folder.resolve(DATABASE + "-wal")).doesNotExist();
  }

  @Test
  void a_server_that_was_stopped_is_not_started_by_a_client_that_asks_nothing() throws Exception {
    Map<String, String> soon = Map.of("MEMBRANE_IDLE_EXIT", "3s");
    try (McpHost host = McpHost.start(folder, soon)) {
      host.remember("user", "prefers_editor", "vim");
      ProcessHandle server = servers.of(DATABASE);
      server.destroy();
      BackgroundServers.awaitEnd(server);
      // Some of the signs of life that it would have had meanwhile.
      TimeUnit.SECONDS.sleep(2);
      assertThat(servers.all()).isEmpty();
      assertThat(host.recall("which editor")).contains("vim");
    }
  }

  @Test
  void what_lies_beside_the_database_is_for_its_owner_alone() throws Exception {
    try (McpHost host = host()) {
      host.initialize();
      try (Stream<Path> files = Files.list(folder)) {
        List<Path> beside =
            files.filter(file -> file.getFileName().toString().startsWith(DATABASE)).toList();
        assertThat(beside)
            .map(file -> file.getFileName().toString())
            .contains(DATABASE + "-server", DATABASE + "-key", DATABASE + "-server.log");
        for (Path file : beside) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
              .as(file.toString())
              .isEqualTo("rw-------");
        }
      }
      String key = Files.readString(folder.resolve(DATABASE + "-key"));
      assertThat(key).hasSizeGreaterThanOrEqualTo(43);
      assertThat(log()).contains("auth: api key").doesNotContain(key);
    }
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve(DATABASE + "-server.log"));
  }
}
