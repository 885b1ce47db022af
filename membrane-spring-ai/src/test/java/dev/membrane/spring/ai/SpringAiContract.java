package dev.membrane.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.util.MimeType;

/** What Spring AI's chat memory keeps to, wherever the memory is. */
abstract class SpringAiContract {

  private static final Caller APP = Caller.named("app").in("project");

  @TempDir private Path folder;
  private Membrane all;
  private ChatMemoryRepository repository;

  /** A new memory for a caller with every right, who can speak for others. */
  abstract Membrane openMembrane(Path place);

  @BeforeEach
  void open() {
    all = openMembrane(folder);
    repository = MembraneChatMemoryRepository.of(memory(APP));
  }

  @AfterEach
  void close() {
    all.close();
  }

  final Memory memory(Caller caller) {
    return all.as(caller);
  }

  final ChatMemoryRepository repository() {
    return repository;
  }

  static ChatMemory window(Memory memory, int most) {
    return window(MembraneChatMemoryRepository.of(memory), most);
  }

  static ChatMemory window(ChatMemoryRepository repository, int most) {
    return MessageWindowChatMemory.builder()
        .chatMemoryRepository(repository)
        .maxMessages(most)
        .build();
  }

  /** All that was ever said, as it is kept. */
  final List<JsonValue> spoken(String id) {
    List<JsonValue> spoken = new ArrayList<>();
    RetrieveEpisodeRequest request = RetrieveEpisodeRequest.of("chat/" + id);
    RetrieveEpisodeAnswer page;
    do {
      page = memory(APP).retrieval().episode(request);
      page.events().stream()
          .map(event -> ((JsonObject) event.event().data()).members().get("message"))
          .filter(message -> message != null)
          .forEach(spoken::add);
      request = request.on(PageRequest.FIRST.after(page.nextCursor()));
    } while (!page.nextCursor().isEmpty());
    return spoken;
  }

  /** Media have no equals of their own, so they are compared by what they have. */
  private static void assertSame(List<Message> found, List<Message> said) {
    assertThat(found).extracting(Object::getClass).isEqualTo(classes(said));
    assertThat(found)
        .usingRecursiveComparison(
            RecursiveComparisonConfiguration.builder()
                .withEqualsForType(MimeType::equals, MimeType.class)
                .withEqualsForType(Double::equals, Double.class)
                .build())
        .isEqualTo(said);
  }

  private static List<Class<?>> classes(List<Message> messages) {
    return messages.stream().<Class<?>>map(Object::getClass).toList();
  }

  @Test
  void a_conversation_of_all_that_there_is_comes_back_equal() {
    List<Message> said = SampleMessages.ofEverything();
    repository.saveAll("c", said);
    assertSame(repository.findByConversationId("c"), said);
    List<Message> comparable = SampleMessages.withoutMediaOfTheAssistant();
    repository.saveAll("d", comparable);
    assertThat(repository.findByConversationId("d")).isEqualTo(comparable);
  }

  @Test
  void a_message_is_kept_as_json_and_not_as_a_text_of_it() {
    repository.saveAll("c", SampleMessages.ofEverything());
    assertThat(spoken("c"))
        .hasSameSizeAs(SampleMessages.ofEverything())
        .allSatisfy(message -> assertThat(message).isInstanceOf(JsonObject.class))
        .anySatisfy(
            message ->
                assertThat(((JsonObject) message).members())
                    .containsEntry("text", JsonValue.of("look at these"))
                    .containsKey("media"));
  }

  @Test
  void what_is_no_message_of_spring_ai_is_refused_and_changes_nothing() {
    List<Message> bad = List.of(new UserMessage("good"), SampleMessages.withOtherMedia());
    assertThat(repository.findByConversationId("c")).isEmpty();
    assertThatThrownBy(() -> repository.saveAll("c", bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("media data must be bytes or an address");
    assertThat(repository.findConversationIds()).isEmpty();
  }

  @Test
  void equal_messages_stay_as_many_as_were_said_and_eviction_deletes_nothing() {
    ChatMemory chat = window(repository, 4);
    for (int i = 0; i < 10; i++) {
      chat.add("c", new UserMessage("again"));
    }
    assertThat(chat.get("c")).isEqualTo(Collections.nCopies(4, new UserMessage("again")));
    assertThat(spoken("c")).hasSize(10);
  }

  @Test
  void a_new_system_message_takes_the_place_of_the_old_one() {
    ChatMemory chat = window(repository, 3);
    chat.add("c", List.of(new SystemMessage("be kind"), new UserMessage("a")));
    chat.add("c", List.of(new SystemMessage("be brief"), new UserMessage("b")));
    IntStream.range(0, 5).forEach(i -> chat.add("c", new UserMessage("m" + i)));
    assertThat(chat.get("c"))
        .containsExactly(
            new SystemMessage("be brief"), new UserMessage("m3"), new UserMessage("m4"));
    assertThat(spoken("c")).hasSize(9);
  }

  @Test
  void to_save_all_replaces_what_is_shown_and_deletes_nothing() {
    repository.saveAll("c", List.of(new UserMessage("a"), new UserMessage("b")));
    repository.saveAll("c", List.of(new UserMessage("z")));
    assertThat(repository.findByConversationId("c")).containsExactly(new UserMessage("z"));
    repository.saveAll("c", List.of());
    assertThat(repository.findByConversationId("c")).isEmpty();
    assertThat(spoken("c")).hasSize(3);
  }

  @Test
  void eight_writers_at_once_lose_nothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    ChatMemory chat = window(repository, 1_000);
    List<Callable<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      writers.add(
          () -> {
            for (int i = 0; i < 10; i++) {
              chat.add("c", new UserMessage(number + "/" + i));
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
    assertThat(chat.get("c")).hasSize(80).doesNotHaveDuplicates();
    assertThat(spoken("c")).hasSize(80).doesNotHaveDuplicates();
  }

  @Test
  void conversations_do_not_mix_and_are_deleted_whole() {
    repository.saveAll("a", List.of(new UserMessage("in a")));
    repository.saveAll("b", List.of(new UserMessage("in b")));
    assertThat(repository.findConversationIds()).containsExactly("a", "b");
    assertThat(repository.findByConversationId("a")).containsExactly(new UserMessage("in a"));
    repository.deleteByConversationId("a");
    repository.deleteByConversationId("a");
    assertThat(repository.findByConversationId("a")).isEmpty();
    assertThat(repository.findByConversationId("b")).containsExactly(new UserMessage("in b"));
    assertThat(repository.findConversationIds()).containsExactly("b");
  }

  @Test
  void each_caller_has_their_own_limits() {
    repository.saveAll("c", List.of(new UserMessage("secret")));
    ChatMemoryRepository others =
        MembraneChatMemoryRepository.of(memory(Caller.named("other").in("elsewhere")));
    assertThat(others.findByConversationId("c")).isEmpty();
    assertThat(others.findConversationIds()).isEmpty();
    others.saveAll("c", List.of(new UserMessage("mine")));
    others.deleteByConversationId("c");
    Caller reader = Caller.named("reader").in("project").permitted(Set.of(Permission.RETRIEVE));
    ChatMemoryRepository reading = MembraneChatMemoryRepository.of(memory(reader));
    assertThat(reading.findByConversationId("c")).containsExactly(new UserMessage("secret"));
    assertThatThrownBy(() -> reading.saveAll("c", List.of(new UserMessage("no"))))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> reading.deleteByConversationId("c"))
        .isInstanceOf(AccessDeniedException.class);
  }
}
