package dev.membrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import dev.membrane.server.internal.command.ServerCommands;
import dev.membrane.server.internal.process.EmptyArgumentCheck;
import dev.membrane.spi.Config;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Somebody who types commands. */
final class Shell implements CommandContext {

  /** What stands above the commands, as membraned does. */
  @Command(name = "membraned")
  private static final class Above {}

  private final Map<String, JsonValue> settings = new HashMap<>();
  private final Map<String, String> variables = new HashMap<>();
  private StringWriter written = new StringWriter();
  private StringWriter said = new StringWriter();
  private List<String> options = List.of();
  private String typed = "";
  private boolean isTerminal;
  private String refusal = "";

  Shell with(String key, String value) {
    settings.put(key, new JsonString(value));
    return this;
  }

  Shell holding(String clientKey) {
    variables.put("MEMBRANE_CLIENT_KEY", clientKey);
    return this;
  }

  /** The environment names the server. */
  Shell asking(String address) {
    variables.put("MEMBRANE_HTTP_ADDR", address);
    return with("http_addr", address);
  }

  /** Options before the command. */
  Shell given(String... words) {
    options = List.of(words);
    return this;
  }

  Shell onTerminal() {
    isTerminal = true;
    return this;
  }

  /** What is typed when a command asks. */
  Shell typing(String answer) {
    typed = answer;
    return this;
  }

  /** What a command prints that has to succeed. */
  String run(String... words) {
    assertThat(exitCode(words)).as(refusal).isZero();
    return written.toString().strip();
  }

  JsonNode json(String... words) {
    return JsonText.read(run(words).getBytes(StandardCharsets.UTF_8));
  }

  /** What a command says that has to fail. */
  String refusal(String... words) {
    assertThat(exitCode(words)).isNotZero();
    assertThat(written.toString()).isEmpty();
    return refusal;
  }

  /** What a command says and prints that fails in part. */
  String failed(String... words) {
    assertThat(exitCode(words)).isNotZero();
    return said + written.toString().strip();
  }

  /** What the last command said beside its answer. */
  String said() {
    return said.toString();
  }

  /** How a command ends. */
  int exitCode(String... words) {
    written = new StringWriter();
    said = new StringWriter();
    refusal = "";
    StringWriter errors = new StringWriter();
    CommandLine line = new CommandLine(new Above());
    new MemoryCommands().commands(this).forEach(line::addSubcommand);
    new ServerCommands().commands(this).forEach(line::addSubcommand);
    int code =
        line.setErr(new PrintWriter(errors, true))
            .setExecutionStrategy(new EmptyArgumentCheck())
            .setExecutionExceptionHandler(
                (thrown, where, parsed) -> {
                  if (!(thrown instanceof StartException refused)) {
                    throw thrown;
                  }
                  errors.append(String.join("\n", refused.faults()));
                  return refused.exitCode();
                })
            .execute(words);
    refusal = errors.toString();
    return code;
  }

  @Override
  public Config config() {
    return new Config(settings);
  }

  @Override
  public boolean isStoreNamed() {
    return false;
  }

  @Override
  public Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  @Override
  public BufferedReader in() {
    return new BufferedReader(new StringReader(typed));
  }

  @Override
  public InputStream input() {
    return new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Config configWith(Path file) {
    return config();
  }

  @Override
  public List<String> options() {
    return options;
  }

  @Override
  public PrintWriter out() {
    return new PrintWriter(written, true);
  }

  @Override
  public PrintWriter err() {
    return new PrintWriter(said, true);
  }

  @Override
  public boolean isTerminal() {
    return isTerminal;
  }
}
