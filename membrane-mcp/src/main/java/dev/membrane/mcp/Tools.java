package dev.membrane.mcp;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.CallFailures;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ValidationException;
import dev.membrane.tools.MemoryTool;
import dev.membrane.tools.TextLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The tools. A caller sees and can use only those that their permissions allow. Thread-safe. */
final class Tools {

  private static final String IS_ERROR = "isError";

  private final Map<String, MemoryTool> all;
  private final CallFailures failures;

  /**
   * The tools of a memory.
   *
   * @param all by name, in the order of the list
   * @param failures says what a model reads of what went wrong
   */
  Tools(Map<String, MemoryTool> all, CallFailures failures) {
    this.all = all;
    this.failures = failures;
  }

  /** Whether there is a tool of that name. */
  boolean has(String name) {
    return all.containsKey(name);
  }

  /** The answer to {@code tools/list}. */
  JsonObject list(McpCall call) {
    List<JsonObject> listed = new ArrayList<>();
    for (MemoryTool tool : all.values()) {
      if (call.mayAll(tool.permissions())) {
        listed.add(tool.listed());
      }
    }
    return new MessageFields().put("tools", listed).build();
  }

  /**
   * The answer to {@code tools/call}.
   *
   * @throws RpcException if there is no such tool for this caller
   * @throws ToolException if the tool failed, which is an answer, too
   */
  JsonObject call(McpCall call, JsonObject params) {
    String name = MessageFields.required(params, "name");
    MemoryTool tool = all.get(name);
    if (tool == null || !call.mayAll(tool.permissions())) {
      throw RpcException.invalidParams("Unknown tool: " + name);
    }
    try {
      return answer(tool.use(call, arguments(params)), false);
    } catch (RuntimeException failed) {
      CallFailure failure = failures.of("mcp/" + name, failed);
      if (failure.code() == CallCode.CANCELLED) {
        throw failed;
      }
      String told = TextLimit.cutToTokens(failure.text(), RpcException.MAX_TOKENS);
      throw new ToolException(failure.code(), answer(told, true));
    }
  }

  private static JsonObject arguments(JsonObject params) {
    if (!params.members().containsKey("arguments")) {
      return MessageFields.NONE;
    }
    return MessageFields.object(params, "arguments")
        .orElseThrow(() -> ValidationException.worded("arguments", "arguments must be an object"));
  }

  private static JsonObject answer(String text, boolean isError) {
    JsonObject content = new MessageFields().put("type", "text").put("text", text).build();
    return new MessageFields().put("content", List.of(content)).put(IS_ERROR, isError).build();
  }
}
