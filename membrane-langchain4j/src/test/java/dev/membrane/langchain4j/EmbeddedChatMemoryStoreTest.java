package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.membrane.Membrane;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a memory in the own process. */
class EmbeddedChatMemoryStoreTest extends ChatMemoryStoreContract {

  @TempDir Path folder;

  @Override
  Membrane openMembrane() {
    return EmbeddedSite.open(folder);
  }

  @Override
  void consolidate() {
    all.maintenance().consolidate();
  }

  /** That it does so on a remote memory is proved where the conversations themselves are. */
  @Test
  void a_conversation_goes_on_past_a_thousand_messages_and_four_mebibytes() {
    ChatMemoryStore store = store();
    for (int i = 0; i < 1_000; i += 100) {
      store.updateMessages("c", numbered(i, i + 100));
    }
    ChatMemory chat = window(store, "c", 10);
    numbered(1_000, 1_010).forEach(chat::add);
    assertThat(chat.messages()).isEqualTo(numbered(1_000, 1_010));
    assertThat(spoken("c")).hasSize(1_010).doesNotHaveDuplicates();
  }

  private static List<ChatMessage> numbered(int first, int end) {
    String large = "x".repeat(4_500);
    return IntStream.range(first, end)
        .mapToObj(i -> (ChatMessage) UserMessage.from(i + large))
        .toList();
  }
}
