package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.membrane.Permission;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.json.RecordCodec;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tool as a model is offered it. What the memory refuses, and arguments that are none, are
 * answered to the model, which can try again; other failures are the application's.
 */
final class OfferedTool implements ToolExecutor {

  private static final RecordCodec CODEC = new RecordCodec();

  private final ToolSpecification specification;
  private final Set<Permission> permissions;
  private final Set<String> texts;
  private final ToolExecutor method;

  private OfferedTool(
      ToolSpecification specification,
      Set<Permission> permissions,
      Set<String> texts,
      ToolExecutor method) {
    this.specification = specification;
    this.permissions = permissions;
    this.texts = texts;
    this.method = method;
  }

  /** The tools that an object has as methods. */
  static Stream<OfferedTool> of(Object tools) {
    return Stream.of(tools.getClass().getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Tool.class))
        .map(method -> of(tools, method));
  }

  private static OfferedTool of(Object tools, Method method) {
    return new OfferedTool(
        ToolSpecifications.toolSpecificationFrom(method),
        Set.of(method.getAnnotation(Needs.class).value()),
        texts(method),
        DefaultToolExecutor.builder()
            .object(tools)
            .originalMethod(method)
            .methodToInvoke(method)
            .wrapToolArgumentsExceptions(true)
            .propagateToolExecutionExceptions(true)
            .build());
  }

  private static Set<String> texts(Method method) {
    return Stream.of(method.getParameters())
        .filter(parameter -> parameter.getType() == String.class)
        .map(parameter -> parameter.getAnnotation(P.class).name())
        .collect(Collectors.toUnmodifiableSet());
  }

  String name() {
    return specification.name();
  }

  ToolSpecification specification() {
    return specification;
  }

  Set<Permission> permissions() {
    return permissions;
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
    try {
      return method.executeWithContext(withTexts(request), invocation);
    } catch (ToolArgumentsException unreadable) {
      return failed("the arguments cannot be read: " + unreadable.getMessage());
    } catch (ToolExecutionException refused) {
      if (refused.getCause() instanceof MembraneException reason) {
        return failed(String.valueOf(reason.getMessage()));
      }
      throw refused;
    }
  }

  /** Where a text is wanted and other JSON is given, the text is that JSON, to the digit. */
  private ToolExecutionRequest withTexts(ToolExecutionRequest request) {
    if (request.arguments() == null
        || !(ToolArguments.jsonOrText(request.arguments()) instanceof JsonObject given)) {
      return request;
    }
    Map<String, JsonValue> members = new LinkedHashMap<>(given.members());
    texts.forEach(name -> members.computeIfPresent(name, (same, value) -> text(value)));
    return request.toBuilder().arguments(CODEC.write(new JsonObject(members))).build();
  }

  private static JsonValue text(JsonValue value) {
    return value instanceof JsonString || value instanceof JsonNull
        ? value
        : new JsonString(CODEC.write(value));
  }

  private static ToolExecutionResult failed(String text) {
    return ToolExecutionResult.builder().isError(true).resultText(text).build();
  }
}
