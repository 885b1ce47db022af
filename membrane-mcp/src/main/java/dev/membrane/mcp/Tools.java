package dev.membrane.mcp;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.CallFailures;
import dev.membrane.schema.JsonObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tools. A caller sees and can use only those that their permissions allow. Thread-safe. */
final class Tools {

  private static final String NAME = "name";

  private final Map<String, ToolEntry> entries = new LinkedHashMap<>();
  private final CallFailures failures;

  /**
   * The tools of the file.
   *
   * @param failures says what a model is told of what went wrong
   * @param clock tells when evidence was given
   */
  Tools(CallFailures failures, InstantSource clock) {
    this.failures = failures;
    Map<String, Tool> tools =
        Stream.of(
                new RecallTool(),
                new HowToTool(),
                new GetTool(),
                new RememberTool(),
                new BeginTaskTool(),
                new LogStepTool(),
                new FinishTaskTool(),
                new SaveStateTool(),
                new LoadStateTool(),
                new ReviseTool(clock),
                new ForgetTool())
            .collect(Collectors.toMap(Tool::name, tool -> tool));
    for (JsonObject description : Descriptions.of("tools.json")) {
      String name = Members.text(description, NAME).orElseThrow();
      Tool tool = Objects.requireNonNull(tools.get(name), name);
      entries.put(name, ToolEntry.of(description, tool));
    }
  }

  /** The answer to {@code tools/list}. */
  JsonObject list(McpCall call) {
    List<JsonObject> listed = new ArrayList<>();
    for (ToolEntry entry : entries.values()) {
      if (call.mayAll(entry.permissions())) {
        listed.add(entry.listed());
      }
    }
    return new Members().put("tools", listed).build();
  }

  /**
   * The answer to {@code tools/call}; a failure is an answer, too.
   *
   * @throws RpcException if there is no such tool for this caller
   */
  JsonObject call(McpCall call, JsonObject params) {
    String name =
        Members.text(params, NAME)
            .orElseThrow(() -> RpcException.invalidParams("params.name must be a text"));
    ToolEntry entry = entries.get(name);
    if (entry == null || !call.mayAll(entry.permissions())) {
      throw RpcException.invalidParams("Unknown tool: " + name);
    }
    try {
      JsonObject given = arguments(params);
      return answer(entry.tool().use(call, new Arguments(given, entry.arguments())), false);
    } catch (RuntimeException failed) {
      CallFailure failure = failures.of("mcp/" + name, failed);
      if (failure.code() == CallCode.CANCELLED) {
        throw failed;
      }
      return answer(TextLimit.cut(failure.text(), TextLimit.MOST_REFUSED), true);
    }
  }

  private static JsonObject arguments(JsonObject params) {
    if (!params.members().containsKey("arguments")) {
      return new Members().build();
    }
    return Members.object(params, "arguments")
        .orElseThrow(() -> Arguments.wrong("arguments", "arguments must be an object"));
  }

  private static JsonObject answer(String text, boolean isError) {
    String bounded = TextLimit.cut(text, TextLimit.MOST_ANSWERED);
    JsonObject content = new Members().put("type", "text").put("text", bounded).build();
    return new Members().put("content", List.of(content)).put("isError", isError).build();
  }
}
