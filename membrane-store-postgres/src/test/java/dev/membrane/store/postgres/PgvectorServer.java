package dev.membrane.store.postgres;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A server with pgvector, as {@code .ci/pgvector} makes it, started when first asked for and
 * stopped with the JVM. Where there is none, the tests that ask for it are skipped and say so.
 */
final class PgvectorServer {

  private static final Path PLACE =
      Path.of(Objects.requireNonNullElse(System.getenv("PGVECTOR_HOME"), "/opt/membrane-pgvector"));

  private static final Path PROGRAMS = PLACE.resolve("lib/postgresql/15/bin");

  private PgvectorServer() {}

  private static final class Started {
    static final int PORT = start();
  }

  /** The server without a schema of its own. */
  static String dsn() {
    assumeTrue(
        Files.exists(PROGRAMS),
        "skipped, as there is no PostgreSQL with pgvector in " + PLACE + "; .ci/pgvector makes it");
    return "postgres://postgres@localhost:" + Started.PORT + "/postgres";
  }

  private static int start() {
    try {
      Path data = Files.createTempDirectory("membrane-pgvector");
      if (isRoot()) {
        run("chown", "postgres", data.toString());
      }
      int port = freePort();
      runProgram("initdb", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "-D", data + "");
      String settings =
          "-F -p %s -k '' -c max_connections=300 -c autovacuum=off".formatted(port)
              + " -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0";
      runProgram("pg_ctl", "-D", data + "", "-l", data + "/log", "-o", settings, "-w", "start");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(data)));
      return port;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void stop(Path data) {
    runProgram("pg_ctl", "-D", data + "", "-m", "immediate", "-w", "stop");
    run("rm", "-r", data.toString());
  }

  /** The server refuses to run as root. */
  private static void runProgram(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(PROGRAMS.resolve(program).toString());
    command.addAll(List.of(arguments));
    run(command.toArray(String[]::new));
  }

  private static void run(String... command) {
    try {
      File output = File.createTempFile("membrane-pgvector", ".log");
      Process process =
          new ProcessBuilder(command)
              .directory(new File("/"))
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      if (process.waitFor() != 0) {
        throw new IllegalStateException(
            String.join(" ", command) + ": " + Files.readString(output.toPath()));
      }
      Files.delete(output.toPath());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
