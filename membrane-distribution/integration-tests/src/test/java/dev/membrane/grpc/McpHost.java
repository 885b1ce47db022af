package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The host of an agent, with the packaged {@code membraned mcp} that it has started. */
final class McpHost implements AutoCloseable {

  private final Process process;
  private final BufferedReader out;
  private final Path errors;
  private int requests;

  private McpHost(Process process, Path errors) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.errors = errors;
  }

  /** Starts {@code membraned mcp} in a folder; does not wait. */
  static McpHost start(Path folder, Map<String, String> environment, String... options)
      throws IOException {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    return running(script, folder, environment, options);
  }

  /** Starts the command {@code mcp} of a script. */
  static McpHost running(
      Path script, Path folder, Map<String, String> environment, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(script.toString());
    command.add("mcp");
    command.addAll(List.of(options));
    Path errors = Files.createTempFile(folder, "host", ".log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MEMBRANE"));
    builder.environment().put("MEMBRANE_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    builder.environment().putAll(environment);
    return new McpHost(builder.redirectError(errors.toFile()).start(), errors);
  }

  /** Sends a request, and answers with the whole answer to it. */
  JsonValue ask(String method, String params) throws IOException {
    requests++;
    send(
        "{\"jsonrpc\": \"2.0\", \"id\": %s, \"method\": \"%s\", \"params\": %s}"
            .formatted(requests, method, params));
    JsonObject answer = answer();
    assertThat(Json.at(answer, "id").toString()).contains(String.valueOf(requests));
    return answer;
  }

  /** Uses a tool without waiting for the answer. */
  void write(String tool, String arguments) throws IOException {
    requests++;
    send(
        ("{\"jsonrpc\": \"2.0\", \"id\": %s, \"method\": \"tools/call\","
                + " \"params\": {\"name\": \"%s\", \"arguments\": %s}}")
            .formatted(requests, tool, arguments));
  }

  /** What a tool answers in words. */
  String use(String tool, String arguments) throws IOException {
    String params = "{\"name\": \"%s\", \"arguments\": %s}".formatted(tool, arguments);
    JsonObject answer = (JsonObject) ask("tools/call", params);
    assertThat(answer.members()).as("%s; stderr: %s", answer, errors()).containsKey("result");
    return Json.text(answer, "result.content.0.text");
  }

  void remember(String subject, String predicate, String object) throws IOException {
    String fact =
        "{\"subject\": \"%s\", \"predicate\": \"%s\", \"object\": \"%s\"}"
            .formatted(subject, predicate, object);
    assertThat(use("remember", fact)).startsWith("created: ");
  }

  String recall(String words) throws IOException {
    return use("recall", "{\"query\": \"%s\"}".formatted(words));
  }

  /** Begins as hosts of the older era do. */
  JsonValue initialize() throws IOException {
    JsonValue answer =
        ask(
            "initialize",
            """
            {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "host", "version": "1"}}"""
                .replace("\n", ""));
    send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
    return answer;
  }

  void send(String line) throws IOException {
    OutputStream in = process.getOutputStream();
    in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  /** The next line, which is to be a message of the protocol. */
  JsonObject answer() throws IOException {
    String line = MembranedProcess.line(process, out);
    assertThat(line).as("a line; stderr: %s", errors()).isNotNull();
    JsonObject answer = (JsonObject) Json.value(line);
    assertThat(answer.members()).as(line).containsKey("jsonrpc");
    return answer;
  }

  /** Closes the input, reads on to the end, and answers with the lines that came. */
  List<String> end() throws IOException {
    process.getOutputStream().close();
    List<String> lines = out.lines().toList();
    assertThat(exitCode()).as(errors()).isZero();
    return lines;
  }

  /** Sends SIGTERM. */
  void terminate() {
    process.destroy();
  }

  int exitCode() {
    process.onExit().completeOnTimeout(process, 5, TimeUnit.MINUTES).join();
    assertThat(process.isAlive()).as("still runs").isFalse();
    return process.exitValue();
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
