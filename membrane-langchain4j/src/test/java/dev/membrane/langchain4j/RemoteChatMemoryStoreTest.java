package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.membrane.Membrane;
import dev.membrane.client.GrpcSite;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a memory on a server. */
class RemoteChatMemoryStoreTest extends ChatMemoryStoreContract {

  @TempDir Path folder;
  private Membrane engine;
  private GrpcSite site;

  @Override
  Membrane openMembrane() {
    engine = EmbeddedSite.open(folder);
    site = GrpcSite.serving(engine);
    return site.client().build();
  }

  @Override
  void consolidate() {
    engine.maintenance().consolidate();
  }

  @Test
  void a_restart_of_the_server_costs_no_message() throws Exception {
    ChatMemoryStore store = MembraneChatMemoryStore.of(memory);
    store.updateMessages("c", List.of(UserMessage.from("before")));
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < 20; i++) {
                MessageWindowChatMemory.builder()
                    .id("c")
                    .maxMessages(100)
                    .chatMemoryStore(store)
                    .build()
                    .add(UserMessage.from("during " + i));
              }
            });
    writer.start();
    site.restartAfter(1_000);
    writer.join();
    assertThat(store.getMessages("c"))
        .hasSize(21)
        .doesNotHaveDuplicates()
        .endsWith(UserMessage.from("during 19"));
  }

  @AfterEach
  void stop() {
    site.close();
    engine.close();
  }
}
