package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import dev.langchain4j.data.pdf.PdfFile;
import dev.langchain4j.data.video.Video;
import java.util.List;
import java.util.Map;

/** Messages of every kind that LangChain4j has. */
final class Messages {

  private static final String PIXEL = "iVBORw0KGgo=";

  private Messages() {}

  static ToolExecutionRequest call(String id, String tool, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build();
  }

  static ToolExecutionResultMessage result(String id, String tool, String text) {
    return ToolExecutionResultMessage.from(id, tool, text);
  }

  /** What a user says with things that are no text. */
  static UserMessage withAttachments() {
    return UserMessage.builder()
        .name("Ann")
        .contents(
            List.of(
                TextContent.from("what do these show? 🌧"),
                ImageContent.from(PIXEL, "image/png", ImageContent.DetailLevel.HIGH),
                ImageContent.from("https://example.com/a.png"),
                AudioContent.from(Audio.builder().base64Data("UklG").mimeType("audio/wav").build()),
                VideoContent.from(Video.builder().url("https://example.com/v.mp4").build()),
                PdfFileContent.from(PdfFile.builder().base64Data("JVBE").build())))
        .attributes(Map.of("device", "phone", "tries", 2, "nested", Map.of("a", List.of(true))))
        .build();
  }

  /** A model calls two tools at once, thinks, and makes an image. */
  static List<ChatMessage> everyKind() {
    return List.of(
        SystemMessage.from("be kind"),
        withAttachments(),
        AiMessage.builder()
            .text("I look")
            .thinking("two tools")
            .toolExecutionRequests(
                List.of(
                    call("1", "weather", "{\"city\":\"Oslo\",\"days\":1.50}"),
                    call("2", "weather", "{\"city\":\"Rome\"}")))
            .attributes(Map.of("signature", "c2ln"))
            .build(),
        ToolExecutionResultMessage.builder()
            .id("2")
            .toolName("weather")
            .contents(List.of(TextContent.from("sun"), ImageContent.from(PIXEL, "image/png")))
            .isError(false)
            .attributes(Map.of("cached", true))
            .build(),
        ToolExecutionResultMessage.builder()
            .id("1")
            .toolName("weather")
            .text("no such city")
            .isError(true)
            .build(),
        AiMessage.from(call("3", "draw", "{}")),
        result("3", "draw", ""),
        AiMessage.builder()
            .text("here it is")
            .attributes(
                Map.of(
                    AiMessage.GENERATED_IMAGES_KEY,
                    List.of(
                        Image.builder()
                            .url("https://example.com/b.png")
                            .revisedPrompt("rain")
                            .build(),
                        Image.builder().base64Data(PIXEL).mimeType("image/png").build())))
            .build(),
        UserMessage.from("thanks"),
        UserMessage.from("thanks"),
        AiMessage.from("you are welcome"),
        AiMessage.from("you are welcome"),
        CustomMessage.from(Map.of("role", "observer", "text", "noted")));
  }
}
