package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The packaged server as a process of its own, as an operator starts it. */
final class MembranedProcess implements AutoCloseable {

  private static final Pattern LOGGED = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT");
  private static final Pattern ADDRESS = Pattern.compile("grpc on \\S+:(\\d+)");

  private static final Pattern HTTP = Pattern.compile("http on \\S+:(\\d+)");

  private static final String JAVA_OPTIONS = "MEMBRANE_JAVA_OPTS";

  private final Process process;
  private final Path errors;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private String startLine = "";

  private MembranedProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  /** Where the build leaves the server. */
  static Path home() {
    return root().resolve("membrane-distribution/target/membraned");
  }

  /** Where the project is. */
  static Path root() {
    return Path.of(System.getProperty("membrane.root"));
  }

  /** Starts the packaged server in a folder, on a free port, and waits until it serves. */
  static MembranedProcess serving(Path folder, String... arguments) throws IOException {
    return running(home().resolve("bin/membraned"), folder, Map.of(), arguments).awaitServing();
  }

  /** Starts a script that runs the server; does not wait. */
  static MembranedProcess running(
      Path script, Path folder, Map<String, String> environment, String... arguments)
      throws IOException {
    // What a shell starts in the background ignores some signals, and so would the server.
    List<String> command = new ArrayList<>(List.of("/usr/bin/env", "--default-signal=INT,HUP"));
    command.add(script.toString());
    command.addAll(List.of(arguments));
    Path errors = Files.createTempFile(folder, "stderr", ".log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    builder.environment().put("MEMBRANE_LISTEN_ADDR", "127.0.0.1:0");
    builder.environment().put("MEMBRANE_HTTP_ADDR", "127.0.0.1:0");
    builder.environment().putAll(environment);
    // A server that lives for seconds would spend them on the optimising compiler.
    String options = "-XX:TieredStopAtLevel=1 " + environment.getOrDefault(JAVA_OPTIONS, "");
    builder.environment().put(JAVA_OPTIONS, options);
    return new MembranedProcess(builder.redirectError(errors.toFile()).start(), errors);
  }

  /** Waits for the line that says the server is ready. */
  MembranedProcess awaitServing() throws IOException {
    startLine = lines(1).get(0);
    return this;
  }

  /** Waits for the first lines that are printed. */
  List<String> lines(int count) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    while (lines.size() < count) {
      String line = line(process, out);
      assertThat(line).as("line %s; stderr: %s", lines.size() + 1, errors()).isNotNull();
      lines.add(line);
    }
    return lines;
  }

  /**
   * The next line of a process; null if it ends without one. Whatever it has started may keep the
   * pipe open.
   */
  static @Nullable String line(Process process, BufferedReader from) {
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread reading = new Thread(() -> read(from, line), "line");
    reading.setDaemon(true);
    reading.start();
    var unused = process.onExit().thenRun(() -> line.completeOnTimeout(null, 1, TimeUnit.MINUTES));
    return line.join();
  }

  private static void read(BufferedReader from, CompletableFuture<String> line) {
    try {
      line.complete(from.readLine());
    } catch (IOException failed) {
      line.completeExceptionally(failed);
    }
  }

  String startLine() {
    return startLine;
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  /** What the script and Java say: without the log, which tells of a slow machine. */
  List<String> unlogged() throws IOException {
    return errors().lines().filter(line -> !LOGGED.matcher(line).lookingAt()).toList();
  }

  int port() {
    return port(ADDRESS);
  }

  int httpPort() {
    return port(HTTP);
  }

  private int port(Pattern address) {
    Matcher matcher = address.matcher(startLine);
    assertThat(matcher.find()).as(startLine).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  ManagedChannel channel() {
    ManagedChannel channel =
        Grpc.newChannelBuilder("127.0.0.1:" + port(), InsecureChannelCredentials.create())
            .maxInboundMessageSize(64 << 20)
            .build();
    channels.add(channel);
    return channel;
  }

  MembraneServiceBlockingStub stub() {
    return MembraneServiceGrpc.newBlockingStub(channel());
  }

  long pid() {
    return process.pid();
  }

  /** Waits for the end of the process by itself. */
  int exitCode() {
    assertThat(endsWithin(300)).as("ended").isTrue();
    return process.exitValue();
  }

  /** The end without warning: SIGKILL. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }

  /** Sends a signal. */
  void signal(String name) throws IOException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().onExit().join();
  }

  /** SIGTERM; answers with the exit code. */
  int stop() {
    process.destroy();
    return exitCode();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    process.destroy();
    if (!endsWithin(30)) {
      kill();
    }
  }

  boolean hasEnded() {
    return !process.isAlive();
  }

  private boolean endsWithin(int seconds) {
    process.onExit().completeOnTimeout(process, seconds, TimeUnit.SECONDS).join();
    return hasEnded();
  }
}
