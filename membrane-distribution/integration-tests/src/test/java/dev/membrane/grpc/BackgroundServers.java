package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The servers that run in a folder, whoever started them. */
final class BackgroundServers implements AutoCloseable {

  private static final Path PROCESSES = Path.of("/proc");

  private final Path folder;

  BackgroundServers(Path folder) {
    this.folder = folder;
  }

  /** All of them. */
  List<ProcessHandle> all() {
    return ProcessHandle.allProcesses().filter(this::isServerHere).toList();
  }

  private boolean isServerHere(ProcessHandle process) {
    Path its = PROCESSES.resolve(String.valueOf(process.pid()));
    try {
      List<String> words = List.of(Files.readString(its.resolve("cmdline")).split("\0", -1));
      return words.contains("dev.membrane.server.internal.process.Membraned")
          && !words.contains("mcp")
          && Files.readSymbolicLink(its.resolve("cwd")).equals(folder.toRealPath());
    } catch (IOException gone) {
      return false;
    }
  }

  /** The one that says beside a database where it is. */
  ProcessHandle of(String database) throws IOException {
    long id = Long.parseLong(Json.text(said(database), "process"));
    return ProcessHandle.of(id).orElseThrow();
  }

  /** Where the one of a database serves. */
  String address(String database) throws IOException {
    return Json.text(said(database), "address");
  }

  private JsonValue said(String database) throws IOException {
    return Json.value(Files.readString(folder.resolve(database + "-server")));
  }

  /** Ends one without warning. */
  static void kill(ProcessHandle server) {
    server.destroyForcibly();
    awaitEnd(server);
  }

  static void awaitEnd(ProcessHandle server) {
    server.onExit().completeOnTimeout(server, 5, TimeUnit.MINUTES).join();
    assertThat(server.isAlive()).as("process " + server.pid() + " runs").isFalse();
  }

  /** What the process was given by its environment. */
  static String environment(ProcessHandle process) throws IOException {
    return Files.readString(PROCESSES.resolve(process.pid() + "/environ"));
  }

  @Override
  public void close() {
    all().forEach(BackgroundServers::kill);
  }
}
