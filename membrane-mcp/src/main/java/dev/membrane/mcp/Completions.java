package dev.membrane.mcp;

import dev.membrane.schema.JsonObject;
import java.util.List;

/**
 * Suggests how to complete what somebody types as a part of an address or as the argument of a
 * prompt.
 */
final class Completions {

  private static final String SKILL = "skill://{name}/SKILL.md";

  private Completions() {}

  /**
   * The answer to {@code completion/complete}. Names of skills are proposed; ids and the words of a
   * task are not.
   *
   * @throws RpcException if it is not said what is typed
   */
  static JsonObject complete(McpCall call, JsonObject params) {
    JsonObject ref =
        MessageFields.object(params, "ref")
            .orElseThrow(() -> RpcException.invalidParams("params.ref must be an object"));
    String typed =
        MessageFields.object(params, "argument")
            .flatMap(argument -> MessageFields.text(argument, "value"))
            .orElseThrow(() -> RpcException.invalidParams("params.argument.value must be a text"));
    boolean isSkill = MessageFields.text(ref, "uri").orElse("").equals(SKILL);
    List<String> values = isSkill ? Skills.names(call, typed) : List.of();
    JsonObject completion =
        new MessageFields()
            .put("values", values)
            .put("total", values.size())
            .put("hasMore", false)
            .build();
    return new MessageFields().put("completion", completion).build();
  }
}
