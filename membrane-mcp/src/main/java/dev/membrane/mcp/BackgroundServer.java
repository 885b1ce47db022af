package dev.membrane.mcp;

import dev.membrane.server.local.DatabaseFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts a server that keeps running when this process ends. */
final class BackgroundServer {

  /** The start script tells where it is. */
  private static final String SCRIPT = "membraned.script";

  private static final String MAIN = "dev.membrane.server.internal.process.Membraned";

  /** A process of its own session is not stopped with the host that started this one. */
  private static final String OWN_SESSION = "setsid";

  private BackgroundServer() {}

  /**
   * Starts it.
   *
   * @param options of the command line
   * @param settings variables, which win over those of this process; empty: not passed on
   * @param log what it says goes there
   */
  static Process start(List<String> options, Map<String, String> settings, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    if (isCommand(OWN_SESSION)) {
      command.add(OWN_SESSION);
    }
    command.addAll(program());
    command.addAll(options);
    Files.deleteIfExists(log);
    File output = Files.createFile(log, DatabaseFiles.forOwner()).toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File(nothing()))
            .redirectOutput(output)
            .redirectErrorStream(true);
    settings.forEach((name, value) -> set(builder.environment(), name, value));
    return builder.start();
  }

  private static void set(Map<String, String> environment, String name, String value) {
    if (value.isEmpty()) {
      environment.remove(name);
    } else {
      environment.put(name, value);
    }
  }

  private static List<String> program() {
    String script = System.getProperty(SCRIPT);
    return script == null
        ? List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            MAIN)
        : List.of(script);
  }

  private static boolean isCommand(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  private static String nothing() {
    return File.separatorChar == '/' ? "/dev/null" : "NUL";
  }
}
