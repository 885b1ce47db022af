package dev.membrane.spring.ai;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeType;

/** Conversations that have all that Spring AI's messages can have. */
final class SampleMessages {

  private static final byte[] PIXELS = {(byte) 0x89, 'P', 'N', 'G', 0, 1, -1};

  private SampleMessages() {}

  static List<Message> ofEverything() {
    List<Message> all = new ArrayList<>(withoutMediaOfTheAssistant());
    all.add(AssistantMessage.builder().content("drawn").media(List.of(drawing())).build());
    all.add(AssistantMessage.builder().media(List.of(drawing(), photo())).build());
    return all;
  }

  static List<Message> withoutMediaOfTheAssistant() {
    return List.of(
        SystemMessage.builder().text("be kind").metadata(Map.of("version", 3)).build(),
        new UserMessage("yes"),
        new UserMessage("yes"),
        UserMessage.builder()
            .text("look at these")
            .media(photo(), drawing())
            .metadata(metadata())
            .build(),
        AssistantMessage.builder()
            .properties(Map.of("finishReason", "TOOL_CALLS", "index", 0))
            .toolCalls(
                List.of(
                    new ToolCall("1", "function", "weather", "{\"city\": \"Łódź\",  \"n\":1.00}"),
                    new ToolCall("2", "function", "weather", "{\"city\": \"Łódź\",  \"n\":1.00}")))
            .build(),
        ToolResponseMessage.builder()
            .responses(
                List.of(
                    new ToolResponse("1", "weather", "\"sunny\""),
                    new ToolResponse("2", "weather", "{\"error\": null}")))
            .metadata(Map.of("took", 12L))
            .build(),
        new AssistantMessage("It is sunny.\n\"Twice\" ☀"),
        new SystemMessage("be brief"),
        new UserMessage(""));
  }

  /** Values of which each has to come back as what it was. */
  private static Map<String, Object> metadata() {
    Map<String, Object> metadata = new HashMap<>();
    metadata.put("nothing", null);
    metadata.put("whole", -7);
    metadata.put("long", 7L);
    metadata.put("double", 1e300);
    metadata.put("no number", Double.NaN);
    metadata.put("float", 0.1f);
    metadata.put("decimal", new BigDecimal("1.00"));
    metadata.put("instant", Instant.parse("2026-01-02T03:04:05.678Z"));
    metadata.put("truth", true);
    metadata.put("list", List.of(1, "two", List.of(), Map.of("three", 3L)));
    metadata.put("map", Map.of("$type", "long", "value", "seven"));
    return metadata;
  }

  private static Media photo() {
    return Media.builder()
        .mimeType(MimeType.valueOf("image/png;quality=high"))
        .data(new ByteArrayResource(PIXELS))
        .id("file-1")
        .name("photo")
        .build();
  }

  private static Media drawing() {
    return Media.builder()
        .mimeType(Media.Format.IMAGE_JPEG)
        .data(URI.create("https://example.com/drawing.jpg?a=b&c"))
        .name("drawing")
        .build();
  }

  static Message withImageOf(int bytes) {
    Media image =
        Media.builder()
            .mimeType(Media.Format.IMAGE_PNG)
            .data(new ByteArrayResource(new byte[bytes]))
            .name("image")
            .build();
    return UserMessage.builder().text("an image").media(image).build();
  }

  static Message withOtherMedia() {
    Media strange =
        Media.builder().mimeType(Media.Format.IMAGE_PNG).data((Object) List.of(1)).build();
    return UserMessage.builder().text("strange").media(strange).build();
  }
}
