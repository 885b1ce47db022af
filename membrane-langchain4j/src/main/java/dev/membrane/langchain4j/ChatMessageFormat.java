package dev.membrane.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.membrane.chat.MessageFormat;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps LangChain4j's messages in its own JSON, so that whatever it can read back comes back equal.
 * In attributes JSON has fewer types than Java: a {@code long} that fits comes back as an {@code
 * int}. A system message is kept and not found by its words; of other messages the text is found,
 * of a very long one its first 100,000 characters. Stateless and thread-safe.
 */
public final class ChatMessageFormat implements MessageFormat<ChatMessage> {

  private static final RecordCodec CODEC = new RecordCodec();

  /** A format. */
  public ChatMessageFormat() {}

  @Override
  public JsonValue write(ChatMessage message) {
    return CODEC.parse("message", ChatMessageSerializer.messageToJson(message));
  }

  @Override
  public ChatMessage read(JsonValue json) {
    ChatMessage message = ChatMessageDeserializer.messageFromJson(CODEC.write(json));
    return message instanceof AiMessage answer ? GeneratedImages.restored(answer) : message;
  }

  @Override
  public String kind(ChatMessage message) {
    return switch (message.type()) {
      case USER -> "user_message";
      case AI -> "assistant_message";
      case TOOL_EXECUTION_RESULT -> "tool_message";
      case SYSTEM, CUSTOM -> "system_message";
    };
  }

  @Override
  public @Nullable String text(ChatMessage message) {
    String text = said(message);
    return text == null ? null : Limits.beginning(text, Limits.MAX_TEXT);
  }

  private static @Nullable String said(ChatMessage message) {
    if (message instanceof UserMessage user) {
      return text(user.contents());
    }
    if (message instanceof ToolExecutionResultMessage result) {
      return text(result.contents());
    }
    return message instanceof AiMessage answer ? answer.text() : null;
  }

  /** What is said in words among other contents. */
  static String text(List<Content> contents) {
    return contents.stream()
        .filter(TextContent.class::isInstance)
        .map(content -> ((TextContent) content).text())
        .collect(Collectors.joining("\n"));
  }
}
