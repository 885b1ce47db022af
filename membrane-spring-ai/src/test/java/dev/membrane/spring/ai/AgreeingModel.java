package dev.membrane.spring.ai;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** A model that says "ok" to everything and keeps what it was shown. */
final class AgreeingModel implements ChatModel {

  private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

  @Override
  public ChatResponse call(Prompt prompt) {
    prompts.add(prompt);
    ChatGenerationMetadata end = ChatGenerationMetadata.builder().finishReason("stop").build();
    return new ChatResponse(List.of(new Generation(new AssistantMessage("ok"), end)));
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    return Flux.defer(() -> Flux.just(call(prompt)));
  }

  /** What it was shown last. */
  Prompt shown() {
    return prompts.get(prompts.size() - 1);
  }
}
