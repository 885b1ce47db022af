package dev.membrane.spring.ai;

import dev.membrane.chat.MessageFormat;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.MediaContent;

/** How messages of Spring AI are kept: by their type, with all that they have. Thread-safe. */
final class SpringMessageFormat implements MessageFormat<Message> {

  private static final String TYPE = "type";
  private static final String TEXT = "text";
  private static final String METADATA = "metadata";
  private static final String MEDIA = "media";
  private static final String TOOL_CALLS = "tool_calls";
  private static final String RESPONSES = "responses";

  /**
   * Checks that a message can be written.
   *
   * @throws IllegalArgumentException if it is of no type that Spring AI has, or its media are
   *     neither bytes nor an address, or its metadata nest too deep
   */
  static void check(Message message) {
    String unused = type(message);
    JsonValue unusedJson = MetadataJson.write(message.getMetadata());
    if (message instanceof MediaContent content) {
      MediaJson.check(content.getMedia());
    }
  }

  @Override
  public JsonValue write(Message message) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put(TYPE, new JsonString(type(message)));
    members.put(TEXT, JsonValue.of(message.getText()));
    JsonMembers.put(members, METADATA, MetadataJson.write(message.getMetadata()));
    if (message instanceof UserMessage user) {
      JsonMembers.put(members, MEDIA, MediaJson.write(user.getMedia()));
    }
    if (message instanceof AssistantMessage assistant) {
      JsonMembers.put(members, MEDIA, MediaJson.write(assistant.getMedia()));
      JsonMembers.put(members, TOOL_CALLS, ToolJson.writeCalls(assistant.getToolCalls()));
    }
    if (message instanceof ToolResponseMessage tool) {
      JsonMembers.put(members, RESPONSES, ToolJson.writeResponses(tool.getResponses()));
    }
    return JsonValue.of(members);
  }

  @Override
  public Message read(JsonValue json) {
    JsonMembers members = JsonMembers.of(json);
    Map<String, Object> metadata = MetadataJson.read(members.object(METADATA));
    String type = members.required(TYPE);
    return switch (type) {
      case "user" -> user(members, metadata);
      case "assistant" -> assistant(members, metadata);
      case "system" ->
          SystemMessage.builder().text(members.required(TEXT)).metadata(metadata).build();
      case "tool" ->
          ToolResponseMessage.builder()
              .responses(ToolJson.readResponses(members.array(RESPONSES)))
              .metadata(metadata)
              .build();
      default -> throw new IllegalArgumentException("no type of message: " + type);
    };
  }

  private static Message user(JsonMembers members, Map<String, Object> metadata) {
    return UserMessage.builder()
        .text(members.required(TEXT))
        .metadata(metadata)
        .media(MediaJson.read(members.array(MEDIA)))
        .build();
  }

  private static Message assistant(JsonMembers members, Map<String, Object> metadata) {
    return AssistantMessage.builder()
        .content(members.text(TEXT))
        .properties(metadata)
        .media(MediaJson.read(members.array(MEDIA)))
        .toolCalls(ToolJson.readCalls(members.array(TOOL_CALLS)))
        .build();
  }

  @Override
  public String kind(Message message) {
    return type(message) + "_message";
  }

  private static String type(Message message) {
    if (message instanceof UserMessage) {
      return "user";
    }
    if (message instanceof AssistantMessage) {
      return "assistant";
    }
    if (message instanceof SystemMessage) {
      return "system";
    }
    if (message instanceof ToolResponseMessage) {
      return "tool";
    }
    throw new IllegalArgumentException("no message of Spring AI: " + message.getClass().getName());
  }

  /** Neither instructions nor what a tool answers is found by its words. */
  @Override
  public @Nullable String text(Message message) {
    boolean isSaid = message instanceof UserMessage || message instanceof AssistantMessage;
    String text = message.getText();
    return isSaid ? text : null;
  }
}
