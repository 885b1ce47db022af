package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands share: which memory they use, and in which form they print the answer. */
abstract class MemoryCommand implements Callable<Integer> {

  /** The widest trust that can be asked under; what the caller may see bounds it. */
  private static final String WHOLE_GRANT = "hyper";

  @Option(
      names = "--json",
      negatable = true,
      description = "Answer as JSON; the default unless on a terminal.")
  private @Nullable Boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final CommandContext context;

  MemoryCommand(CommandContext context) {
    this.context = context;
  }

  /** What is asked, and the answer. */
  abstract JsonNode answer(CallableMemory memory);

  /** The answer for a reader, without a line end. */
  abstract String text(JsonNode answer);

  /** How the command ends. */
  int exitCode(JsonNode answer) {
    return ExitCode.OK;
  }

  /** Whether it may make a store where there is none. */
  boolean mayBegin() {
    return false;
  }

  CommandContext context() {
    return context;
  }

  private boolean isForReader() {
    return json == null ? context.isTerminal() : !json;
  }

  @Override
  public Integer call() {
    WaitNotice waiting = WaitNotice.started(context.err());
    try (CallableMemory memory = MemoryFinder.find(context, mayBegin())) {
      return print(answer(memory));
    } catch (StartException failed) {
      throw OptionFaults.of(failed, spec);
    } finally {
      waiting.end();
    }
  }

  /** Prints an answer, in the form that is wanted, and says how the command ends. */
  final int print(JsonNode answer) {
    context.out().println(isForReader() ? text(answer) : JsonText.write(answer));
    return exitCode(answer);
  }

  /** A request with the whole grant, in some scopes if there are any. */
  static ObjectNode underTrust(List<String> scopes) {
    ObjectNode request = JsonText.object();
    ObjectNode trust = request.putObject("trust").put("max_sensitivity", WHOLE_GRANT);
    putAll(trust, "scopes", scopes);
    return request;
  }

  static void putAll(ObjectNode into, String name, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode array = into.putArray(name);
      values.forEach(array::add);
    }
  }

  static void put(ObjectNode into, String name, @Nullable String value) {
    if (value != null) {
      into.put(name, value);
    }
  }
}
