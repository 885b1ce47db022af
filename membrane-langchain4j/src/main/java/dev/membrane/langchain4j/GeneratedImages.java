package dev.membrane.langchain4j;

import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Images that a model made. LangChain4j has them among the attributes of a message, and its JSON
 * does not say that they are images.
 */
final class GeneratedImages {

  private GeneratedImages() {}

  /** The message with images where its JSON had objects. */
  static AiMessage restored(AiMessage message) {
    if (!(message.attributes().get(AiMessage.GENERATED_IMAGES_KEY) instanceof List<?> images)) {
      return message;
    }
    Map<String, Object> attributes = new LinkedHashMap<>(message.attributes());
    attributes.put(
        AiMessage.GENERATED_IMAGES_KEY, images.stream().map(GeneratedImages::image).toList());
    return message.toBuilder().attributes(attributes).build();
  }

  private static Object image(Object kept) {
    if (!(kept instanceof Map<?, ?> members)) {
      return kept;
    }
    Image.Builder image =
        Image.builder()
            .base64Data(text(members, "base64Data"))
            .mimeType(text(members, "mimeType"))
            .revisedPrompt(text(members, "revisedPrompt"));
    String url = text(members, "url");
    return url == null ? image.build() : image.url(url).build();
  }

  private static @Nullable String text(Map<?, ?> members, String name) {
    return members.get(name) instanceof String text ? text : null;
  }
}
