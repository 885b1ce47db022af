package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MembraneException;
import dev.membrane.tools.MemoryTool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A tool as a model is offered it. What the memory refuses, and arguments that are none, are
 * answered to the model, which can try again; other failures are the application's.
 */
record OfferedTool(MemoryTool tool, Function<InvocationContext, MemoryAccess> access)
    implements ToolExecutor {

  private static final JsonObject NONE = new JsonObject(Map.of());

  ToolSpecification specification() {
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(ArgumentSchema.of(tool.inputSchema()))
        .build();
  }

  @Override
  public String execute(ToolExecutionRequest request, Object memoryId) {
    InvocationContext invocation = InvocationContext.builder().chatMemoryId(memoryId).build();
    return executeWithContext(request, invocation).resultText();
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, InvocationContext invocation) {
    AgentRun.of(invocation).ifPresent(run -> run.isOfMemory(request));
    String given = request.arguments();
    JsonValue arguments = given == null || given.isBlank() ? NONE : ModelText.jsonOrText(given);
    if (!(arguments instanceof JsonObject object)) {
      return failed("the arguments cannot be read: they must be a JSON object");
    }
    try {
      InvocationSession session = new InvocationSession(access.apply(invocation), invocation);
      return ToolExecutionResult.builder().resultText(tool.use(session, typed(object))).build();
    } catch (MembraneException refused) {
      return failed(String.valueOf(refused.getMessage()));
    }
  }

  /**
   * The arguments as the tool wants them. Models are told that any JSON is a text, and some write
   * other JSON where a text is wanted, which is kept to the digit.
   */
  private JsonObject typed(JsonObject given) {
    Map<String, JsonValue> members = new LinkedHashMap<>(given.members());
    ArgumentSchema.properties(tool.inputSchema())
        .forEach(
            (name, schema) ->
                members.computeIfPresent(name, (same, value) -> typed((JsonObject) schema, value)));
    return new JsonObject(members);
  }

  private static JsonValue typed(JsonObject schema, JsonValue value) {
    String type = ArgumentSchema.type(schema);
    if (type == null && value instanceof JsonString text) {
      return ModelText.value(text.value());
    }
    boolean isText = value instanceof JsonString || value instanceof JsonNull;
    return "string".equals(type) && !isText ? new JsonString(ModelText.of(value)) : value;
  }

  private static ToolExecutionResult failed(String text) {
    return ToolExecutionResult.builder().isError(true).resultText(text).build();
  }
}
