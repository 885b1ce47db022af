package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the commands of a page in one folder, as its reader does. What only starts the server keeps
 * it for the rest of the page; all else goes to a shell, in which {@code curl} and {@code grpcurl}
 * are {@link DocCalls}. The usual addresses stand for those of the server of the test.
 */
final class DocShell implements AutoCloseable {

  private static final Pattern START =
      Pattern.compile("(?:([A-Z_]+)=(\\S+) )?(?:\\./|bin/)?membraned((?: --\\S+ \\S+)*)\\s*");
  private static final Pattern ADDRESS = Pattern.compile("http on (\\S+:\\d+),");

  private static final String DATABASE = "postgres://user@host/database";
  private static final String GRPC = "localhost:9820";
  private static final String HTTP = "localhost:9821";

  private static final String FUNCTIONS =
      """
      set -eo pipefail
      call() {
        local status
        exec 3<> "/dev/tcp/127.0.0.1/$CALLS"
        printf '%s\\0' "$#" "$@" >&3
        IFS= read -r status <&3
        cat <&3
        exec 3>&-
        return "$status"
      }
      curl() {
        local words=() word
        for word; do
          if [ "$word" = @- ]; then words+=("$(cat)"); else words+=("$word"); fi
        done
        call curl "${words[@]}"
      }
      grpcurl() { call grpcurl "$@"; }
      membraned() { "$MEMBRANED" "$@"; }
      """;

  /** Where nobody listens, so that no command asks a server of the machine. */
  private static final String NOWHERE = "127.0.0.1:1";

  private final Path folder;
  private final Path program;
  private final DocCalls calls = new DocCalls();
  private MembranedProcess server;
  private EmbeddedPostgres database;

  /** For pages whose {@code membraned} is a certain program; without a server at first. */
  DocShell(Path folder, Path program) throws IOException {
    this.folder = folder;
    this.program = program;
    Files.createDirectory(folder.resolve("bin"));
    for (String name : List.of("membraned", "bin/membraned")) {
      Path here = folder.resolve(name);
      Files.writeString(here, "#!/bin/sh%nexec '%s' \"$@\"%n".formatted(program));
      assertThat(here.toFile().setExecutable(true)).isTrue();
    }
  }

  /** What the commands print, all of which have to succeed. */
  String run(String commands) throws Exception {
    Matcher start = START.matcher(commands);
    if (start.matches()) {
      stop();
      server =
          MembranedProcess.running(program, folder, variables(start), options(start.group(3)))
              .awaitServing();
      return server.startLine();
    }
    return inShell(here(commands));
  }

  private static Map<String, String> variables(Matcher start) {
    return start.group(1) == null ? Map.of() : Map.of(start.group(1), start.group(2));
  }

  private static String[] options(String words) {
    return words.isBlank() ? new String[0] : words.strip().split(" ");
  }

  /** A page whose commands call a server, or name a database, has one running. */
  private String here(String written) throws IOException {
    String commands = written.contains(DATABASE) ? written.replace(DATABASE, database()) : written;
    if (!commands.contains(GRPC) && !commands.contains(HTTP)) {
      return commands;
    }
    if (server == null) {
      server = MembranedProcess.running(program, folder, Map.of()).awaitServing();
    }
    return commands.replace(HTTP, address()).replace(GRPC, "127.0.0.1:" + server.port());
  }

  private String database() throws IOException {
    if (database == null) {
      database =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "off")
              .setPGStartupWait(Duration.ofMinutes(5))
              .start();
    }
    return "postgres://postgres@localhost:" + database.getPort() + "/postgres";
  }

  private String address() {
    if (server == null) {
      return NOWHERE;
    }
    Matcher address = ADDRESS.matcher(server.startLine());
    assertThat(address.find()).as(server.startLine()).isTrue();
    return address.group(1);
  }

  private String inShell(String commands) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", FUNCTIONS + commands)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    Map<String, String> variables = new HashMap<>(builder.environment());
    variables.keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    variables.put("MEMBRANE_LISTEN_ADDR", "127.0.0.1:0");
    variables.put("MEMBRANE_HTTP_ADDR", address());
    variables.put("MEMBRANED_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    variables.put("MEMBRANED", program.toString());
    variables.put("CALLS", String.valueOf(calls.port()));
    builder.environment().clear();
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    var unused =
        process.onExit().orTimeout(5, TimeUnit.MINUTES).exceptionally(late -> kill(process));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", commands, output).isZero();
    return output;
  }

  /** Commands that do not end would keep the pipe open, and the test waiting. */
  private static Process kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    return process.destroyForcibly();
  }

  private void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    calls.close();
    if (database != null) {
      database.close();
    }
  }
}
