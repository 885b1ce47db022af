package dev.membrane.examples.springboot;

import dev.membrane.ConsolidationResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.schema.OutcomeStatus;
import java.util.Objects;
import java.util.UUID;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.stereotype.Service;

/** Answers, and tells the memory what was tried and how it went. */
@Service
final class Assistant {

  private final ChatClient client;
  private final Memory memory;

  Assistant(ChatClient client, Memory memory) {
    this.client = client;
    this.memory = memory;
  }

  /** Answers in a conversation; what the tools do becomes an episode that is learned from. */
  String ask(String conversation, String text) {
    IngestOptions run = IngestOptions.NONE.episode("run " + UUID.randomUUID());
    Shop shop = new Shop(memory, run);
    String answer =
        client
            .prompt(text)
            .tools(shop)
            .advisors(one -> one.param(ChatMemory.CONVERSATION_ID, conversation))
            .call()
            .content();
    if (shop.isUsed()) {
      learn(text, run, shop.isReleased() ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE);
    }
    return Objects.requireNonNullElse(answer, "");
  }

  private void learn(String task, IngestOptions run, OutcomeStatus status) {
    String episode =
        memory
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("assistant")
                    .eventKind("user_input")
                    .ref("task")
                    .summary(task)
                    .options(run)
                    .build())
            .id();
    memory.ingestion().outcome(OutcomeRequest.of("assistant", episode, status));
    ConsolidationResult unused = memory.maintenance().consolidate();
  }
}
