package dev.membrane.spring.ai;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;

/** Calls of tools and what they answer, as JSON. Arguments stay the text that the model wrote. */
final class ToolJson {

  private ToolJson() {}

  static JsonArray writeCalls(List<ToolCall> calls) {
    return new JsonArray(
        calls.stream()
            .map(
                call ->
                    object(
                        "id", call.id(),
                        "type", call.type(),
                        "name", call.name(),
                        "arguments", call.arguments()))
            .toList());
  }

  @SuppressWarnings("NullAway") // What a model left out is left out again.
  static List<ToolCall> readCalls(List<JsonValue> calls) {
    return calls.stream()
        .map(JsonMembers::of)
        .map(
            call ->
                new ToolCall(
                    call.text("id"), call.text("type"), call.text("name"), call.text("arguments")))
        .toList();
  }

  static JsonArray writeResponses(List<ToolResponse> responses) {
    return new JsonArray(
        responses.stream()
            .map(
                response ->
                    object(
                        "id", response.id(),
                        "name", response.name(),
                        "data", response.responseData()))
            .toList());
  }

  @SuppressWarnings("NullAway") // As above.
  static List<ToolResponse> readResponses(List<JsonValue> responses) {
    return responses.stream()
        .map(JsonMembers::of)
        .map(
            response ->
                new ToolResponse(response.text("id"), response.text("name"), response.text("data")))
        .toList();
  }

  private static JsonValue object(@Nullable String... namesAndTexts) {
    Map<@Nullable String, @Nullable String> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      members.put(namesAndTexts[i], namesAndTexts[i + 1]);
    }
    return JsonValue.of(members);
  }
}
