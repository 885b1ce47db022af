package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Chat memories of LangChain4j, kept in a memory. */
abstract class ChatMemoryStoreContract extends AdapterContract {

  final ChatMemoryStore store() {
    return MembraneChatMemoryStore.of(memory);
  }

  static ChatMemory window(ChatMemoryStore store, Object id, int most) {
    return MessageWindowChatMemory.builder()
        .id(id)
        .maxMessages(most)
        .chatMemoryStore(store)
        .alwaysKeepSystemMessageFirst(true)
        .build();
  }

  /** All that was ever said in a conversation, in order. */
  final List<ChatMessage> spoken(String id) {
    List<ChatMessage> spoken = new ArrayList<>();
    RetrieveEpisodeRequest request = RetrieveEpisodeRequest.of("chat/" + id);
    RetrieveEpisodeAnswer page;
    do {
      page = memory.retrieval().episode(request);
      page.events().stream()
          .map(event -> ((JsonObject) event.event().data()).members().get("message"))
          .filter(message -> message != null)
          .map(new ChatMessageFormat()::read)
          .forEach(spoken::add);
      request = request.on(PageRequest.FIRST.after(page.nextCursor()));
    } while (!page.nextCursor().isEmpty());
    return spoken;
  }

  @Test
  void messages_of_every_kind_come_back_equal() {
    ChatMemory chat = window(store(), "c", 100);
    Messages.everyKind().forEach(chat::add);
    assertThat(window(store(), "c", 100).messages()).isEqualTo(Messages.everyKind());
    assertThat(spoken("c")).isEqualTo(Messages.everyKind());
  }

  @Test
  void a_message_is_kept_as_json_and_not_as_a_string() {
    store().updateMessages("c", List.of(UserMessage.from("hello")));
    JsonObject data =
        (JsonObject)
            memory
                .retrieval()
                .episode(RetrieveEpisodeRequest.of("chat/c"))
                .events()
                .get(0)
                .event()
                .data();
    assertThat(data.members().get("message")).isInstanceOf(JsonObject.class);
  }

  @Test
  void evicted_messages_stay_in_the_memory_and_equal_ones_stay_several() {
    ChatMemory chat = window(store(), "c", 3);
    chat.add(SystemMessage.from("be kind"));
    for (int i = 0; i < 10; i++) {
      chat.add(UserMessage.from("again"));
    }
    chat.add(SystemMessage.from("be brief"));
    assertThat(chat.messages())
        .containsExactly(
            SystemMessage.from("be brief"), UserMessage.from("again"), UserMessage.from("again"));
    assertThat(spoken("c"))
        .hasSize(12)
        .startsWith(SystemMessage.from("be kind"), UserMessage.from("again"))
        .endsWith(UserMessage.from("again"), SystemMessage.from("be brief"));
  }

  @Test
  void results_that_are_evicted_with_their_call_stay_in_the_memory() {
    ChatMemory chat = window(store(), "c", 3);
    chat.add(AiMessage.from(Messages.call("1", "a", "{}"), Messages.call("2", "b", "{}")));
    chat.add(Messages.result("1", "a", "ok"));
    chat.add(Messages.result("2", "b", "ok"));
    chat.add(AiMessage.from("done"));
    assertThat(chat.messages()).containsExactly(AiMessage.from("done"));
    assertThat(spoken("c")).hasSize(4);
  }

  @Test
  void a_text_that_is_longer_than_texts_may_be_is_kept_whole() {
    UserMessage message = UserMessage.from("🌧".repeat(120_000));
    store().updateMessages("c", List.of(message));
    assertThat(store().getMessages("c")).containsExactly(message);
  }

  @Test
  void eight_writers_at_once_lose_nothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      ChatMemory own = window(store(), "c", 1_000);
      writers.add(
          () -> {
            for (int i = 0; i < 4; i++) {
              own.add(UserMessage.from(number + "/" + i));
            }
            return null;
          });
    }
    try {
      for (Future<Void> done : threads.invokeAll(writers)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(store().getMessages("c")).hasSize(32).doesNotHaveDuplicates();
    assertThat(spoken("c")).hasSize(32).doesNotHaveDuplicates();
  }

  @Test
  void conversations_do_not_mix_and_are_deleted_one_by_one() {
    ChatMemoryStore store = store();
    UUID other = UUID.nameUUIDFromBytes(new byte[] {1});
    window(store, "a", 10).add(UserMessage.from("in a"));
    window(store, other, 10).add(UserMessage.from("in b"));
    window(store, 3, 10).add(UserMessage.from("in 3"));
    assertThat(store.getMessages("a")).containsExactly(UserMessage.from("in a"));
    window(store, "a", 10).clear();
    store.deleteMessages("a");
    assertThat(store.getMessages("a")).isEmpty();
    assertThat(store.getMessages(other)).containsExactly(UserMessage.from("in b"));
    assertThat(store.getMessages(3)).containsExactly(UserMessage.from("in 3"));
    assertThat(store.getMessages("never")).isEmpty();
  }

  @Test
  void a_memory_id_without_a_name_of_its_own_is_refused_unless_it_is_named() {
    List<String> id = List.of("ann", "work");
    assertThatThrownBy(() -> store().getMessages(id))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memoryId")
        .hasMessageContaining("naming");
    ChatMemoryStore named =
        MembraneChatMemoryStore.of(memory)
            .naming(
                parts ->
                    String.join("/", ((List<?>) parts).stream().map(Object::toString).toList()));
    named.updateMessages(id, List.of(UserMessage.from("hello")));
    assertThat(store().getMessages("ann/work")).containsExactly(UserMessage.from("hello"));
  }

  @Test
  void a_caller_s_limits_hold() {
    store().updateMessages("c", List.of(UserMessage.from("secret")));
    ChatMemoryStore elsewhere =
        MembraneChatMemoryStore.of(all.as(Caller.named("other").in("elsewhere")));
    assertThat(elsewhere.getMessages("c")).isEmpty();
    elsewhere.updateMessages("c", List.of(UserMessage.from("mine")));
    elsewhere.deleteMessages("c");
    ChatMemoryStore reading =
        MembraneChatMemoryStore.of(
            all.as(Caller.named("reader").in("project").permitted(Set.of(Permission.RETRIEVE))));
    assertThat(reading.getMessages("c")).containsExactly(UserMessage.from("secret"));
    assertThatThrownBy(() -> reading.updateMessages("c", List.of(UserMessage.from("no"))))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> reading.deleteMessages("c")).isInstanceOf(AccessDeniedException.class);
    assertThat(store().getMessages("c")).containsExactly(UserMessage.from("secret"));
  }

  @Test
  void what_was_said_is_found_and_instructions_are_not() {
    store()
        .updateMessages(
            "c",
            List.of(
                SystemMessage.from("hidden instruction"),
                Messages.withAttachments(),
                AiMessage.from("the chart shows rainfall")));
    assertThat(memory.retrieval().retrieve("rainfall chart").records()).hasSize(1);
    assertThat(
            MembraneContentRetriever.builder(MemoryAccess.to(memory))
                .build()
                .retrieve(dev.langchain4j.rag.query.Query.from("hidden instruction")))
        .isEmpty();
  }
}
