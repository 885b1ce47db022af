package dev.membrane.chat;

import static dev.membrane.chat.Said.system;
import static dev.membrane.chat.Said.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What conversations keep to, wherever the memory is. */
@Timeout(120)
abstract class ConversationsContract {

  private Membrane all;
  private Membrane memory;
  private Conversations<Said> chats;

  /** A new memory for a caller with every right, who can speak for others. */
  abstract Membrane openMembrane();

  @BeforeEach
  void open() {
    all = openMembrane();
    memory = all.as(Caller.named("app").in("project"));
    chats = conversations(memory);
  }

  @AfterEach
  void close() {
    all.close();
  }

  private static Conversations<Said> conversations(Membrane membrane) {
    return Conversations.builder(membrane, new Said.Format()).build();
  }

  /** As frameworks do it: read, add at the end, take from the front what is too much, hand back. */
  private static void say(Conversations<Said> chats, String id, int most, Said message) {
    List<Said> window = new ArrayList<>(chats.messages(id));
    window.add(message);
    while (window.size() > most) {
      window.remove(window.get(0).who().equals("system") ? 1 : 0);
    }
    chats.update(id, window);
  }

  /** All that was ever said, in order. */
  private List<Said> spoken(String id) {
    List<Said> spoken = new ArrayList<>();
    RetrieveEpisodeRequest request = RetrieveEpisodeRequest.of("chat/" + id);
    RetrieveEpisodeAnswer page;
    do {
      page = memory.retrieval().episode(request);
      page.events().stream()
          .flatMap(event -> Entry.of(event.event().data()).stream())
          .filter(entry -> entry.message() != null)
          .map(entry -> new Said.Format().read(entry.message()))
          .forEach(spoken::add);
      request = request.on(PageRequest.FIRST.after(page.nextCursor()));
    } while (!page.nextCursor().isEmpty());
    return spoken;
  }

  @Test
  void equal_messages_stay_as_many_as_were_said_and_eviction_deletes_nothing() {
    List<Said> said = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Said message = user("again");
      said.add(message);
      say(chats, "c", 2, message);
    }
    assertThat(chats.messages("c")).containsExactly(user("again"), user("again"));
    assertThat(spoken("c")).isEqualTo(said);
  }

  @Test
  void one_object_that_is_said_again_is_said_again() {
    Said hello = user("hello");
    say(chats, "c", 10, hello);
    say(chats, "c", 10, hello);
    chats.update("c", List.of(hello, hello, hello));
    assertThat(chats.messages("c")).hasSize(3);
    assertThat(spoken("c")).hasSize(4);
  }

  @Test
  void a_system_message_is_kept_in_front_and_replaced() {
    chats.update("c", List.of(system("be kind"), user("a")));
    for (int i = 0; i < 200; i++) {
      say(chats, "c", 5, user("m" + i));
    }
    assertThat(chats.messages("c"))
        .containsExactly(system("be kind"), user("m196"), user("m197"), user("m198"), user("m199"));
    List<Said> window = new ArrayList<>(chats.messages("c"));
    window.set(0, system("be brief"));
    chats.update("c", window);
    assertThat(chats.messages("c")).first().isEqualTo(system("be brief"));
    assertThat(spoken("c")).hasSize(203).last().isEqualTo(system("be brief"));
  }

  @Test
  void what_is_only_left_out_leaves_the_window_and_stays() {
    chats.update("c", List.of(user("a"), user("b"), user("c")));
    List<Said> window = new ArrayList<>(chats.messages("c"));
    window.remove(1);
    chats.update("c", window);
    assertThat(chats.messages("c")).containsExactly(user("a"), user("c"));
    assertThat(spoken("c")).containsExactly(user("a"), user("b"), user("c"));
    chats.update("c", List.of());
    assertThat(chats.messages("c")).isEmpty();
    assertThat(spoken("c")).hasSize(3);
  }

  @Test
  void lists_of_somebody_who_never_read_are_compared_by_what_they_say() {
    chats.update("c", List.of(user("a"), user("a"), user("b")));
    Conversations<Said> other = conversations(memory);
    other.update("c", List.of(user("a"), user("b"), user("b")));
    assertThat(other.messages("c")).containsExactly(user("a"), user("b"), user("b"));
    assertThat(spoken("c")).containsExactly(user("a"), user("a"), user("b"), user("b"));
    Conversations<Said> third = conversations(memory);
    third.update("c", List.of(user("a"), user("b"), user("b")));
    assertThat(spoken("c")).hasSize(4);
  }

  @Test
  void conversations_go_on_past_a_thousand_messages_and_four_megabytes() {
    String large = "x".repeat(4_000);
    for (int i = 0; i < 1_100; i++) {
      say(chats, "c", 20, user(i + large));
    }
    assertThat(chats.messages("c"))
        .isEqualTo(IntStream.range(1_080, 1_100).mapToObj(i -> user(i + large)).toList());
    assertThat(spoken("c")).hasSize(1_100).doesNotHaveDuplicates();
  }

  @Test
  void eight_writers_at_once_lose_nothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      Conversations<Said> own = conversations(memory);
      writers.add(
          () -> {
            for (int i = 0; i < 10; i++) {
              say(own, "c", 1_000, user(number + "/" + i));
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
    assertThat(spoken("c")).hasSize(80).doesNotHaveDuplicates();
    assertThat(chats.messages("c")).hasSize(80).doesNotHaveDuplicates();
  }

  @Test
  void conversations_do_not_mix_and_are_deleted_whole() {
    chats.update("a", List.of(user("in a")));
    chats.update("b", List.of(user("in b")));
    assertThat(chats.ids()).containsExactly("a", "b");
    assertThat(chats.messages("a")).containsExactly(user("in a"));
    chats.delete("a");
    chats.delete("a");
    assertThat(chats.messages("a")).isEmpty();
    assertThat(chats.messages("b")).containsExactly(user("in b"));
    assertThat(chats.ids()).containsExactly("b");
    chats.update("a", List.of(user("new")));
    assertThat(chats.messages("a")).containsExactly(user("new"));
  }

  @Test
  void nobody_sees_the_conversations_of_another_scope() {
    chats.update("c", List.of(user("secret")));
    Conversations<Said> others = conversations(all.as(Caller.named("other").in("elsewhere")));
    assertThat(others.messages("c")).isEmpty();
    assertThat(others.ids()).isEmpty();
    others.update("c", List.of(user("mine")));
    others.delete("c");
    assertThat(chats.messages("c")).containsExactly(user("secret"));
    Caller reader = Caller.named("reader").in("project").permitted(Set.of(Permission.RETRIEVE));
    Conversations<Said> reading = conversations(all.as(reader));
    assertThat(reading.messages("c")).containsExactly(user("secret"));
    assertThatThrownBy(() -> reading.update("c", List.of(user("no"))))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> reading.delete("c")).isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void what_the_user_said_is_found_and_conversations_stay() {
    chats.update("c", List.of(system("hidden instruction"), user("the chart shows rainfall")));
    List<MemoryRecord> found = memory.retrieval().retrieve("rainfall chart").records();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).lifecycle().deletionPolicy()).isEqualTo(DeletionPolicy.MANUAL_ONLY);
    assertThat(((EpisodicPayload) found.get(0).payload()).timeline())
        .extracting(event -> event.eventKind() + " " + event.summary())
        .containsExactly("system_message null", "user_message the chart shows rainfall");
  }
}
