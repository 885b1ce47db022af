package dev.membrane.chat;

import static dev.membrane.chat.Said.system;
import static dev.membrane.chat.Said.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What conversations keep to, wherever the memory is. */
@Execution(ExecutionMode.CONCURRENT)
abstract class ConversationsContract {

  private Membrane all;
  private Memory memory;
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

  private static Conversations<Said> conversations(Memory membrane) {
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
  void a_line_tells_the_words_of_the_user_from_those_of_the_assistant() {
    chats.update("c", List.of(user("I like tea"), new Said("assistant", "tea is noted")));
    assertThat(memory.retrieval().text("tea"))
        .contains("chat user: I like tea | chat assistant: tea is noted");
    assertThat(lineOfUser("user")).contains(" user: I like tea");
    assertThat(lineOfUser("agent")).contains(" agent user: I like tea");
  }

  private String lineOfUser(String source) {
    Memory other = all.as(Caller.named("app").in(source));
    Conversations.builder(other, new Said.Format())
        .source(source)
        .build()
        .update("c", List.of(user("I like tea")));
    return other.retrieval().text("tea");
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
    List<Said> said = IntStream.range(0, 1_100).mapToObj(i -> user(i + large)).toList();
    chats.update("c", said.subList(0, 1_090));
    said.subList(1_090, 1_100).forEach(message -> say(chats, "c", 20, message));
    assertThat(chats.messages("c")).isEqualTo(said.subList(1_080, 1_100));
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
  void whoever_finds_no_conversation_while_another_begins_it_comes_after_it() {
    Queue<Runnable> rivals = new ConcurrentLinkedQueue<>();
    Conversations<Said> shared =
        Conversations.builder(memory, new Said.Format())
            .clock(
                () -> {
                  Instant now = Instant.now();
                  Optional.ofNullable(rivals.poll()).ifPresent(Runnable::run);
                  return now;
                })
            .build();
    rivals.add(
        () -> CompletableFuture.runAsync(() -> shared.update("c", List.of(user("first")))).join());

    shared.update("c", List.of(user("second")));

    assertThat(chats.messages("c")).containsExactly(user("first"), user("second"));
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

  @Test
  void one_thread_reads_and_another_changes() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      pool.submit(() -> say(chats, "c", 2, user("again"))).get();
      for (int i = 0; i < 3; i++) {
        List<Said> window = new ArrayList<>(chats.messages("c"));
        window.add(user("again"));
        List<Said> last = window.subList(Math.max(0, window.size() - 2), window.size());
        pool.submit(() -> chats.update("c", last)).get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(chats.messages("c")).containsExactly(user("again"), user("again"));
    assertThat(spoken("c")).hasSize(4);
  }

  @Test
  void what_left_the_window_comes_back_by_being_said_again() {
    Said first = user("a");
    Said second = user("b");
    chats.update("c", List.of(first, second));
    chats.update("c", List.of(second));
    chats.update("c", List.of(first, second));
    assertThat(chats.messages("c")).containsExactly(user("a"), user("b"));
    assertThat(spoken("c")).containsExactly(user("a"), user("b"), user("a"));
  }

  @Test
  void after_a_failure_the_same_list_adds_only_what_is_missing() {
    Said bad = user("bad");
    AtomicBoolean isBroken = new AtomicBoolean(true);
    Conversations<Said> breaking =
        Conversations.builder(memory, new Said.Breaking(bad, isBroken)).build();
    List<Said> list = List.of(user("a"), user("b"), bad);
    assertThatThrownBy(() -> breaking.update("c", list)).hasMessage("broken");
    isBroken.set(false);
    breaking.update("c", list);
    assertThat(spoken("c")).containsExactlyElementsOf(list);
    assertThat(chats.messages("c")).containsExactlyElementsOf(list);
  }

  @Test
  void a_long_text_and_any_character_in_it_are_kept_and_found() {
    String text = "rainfall " + "x".repeat(150_000);
    chats.update("c", List.of(user(text)));
    assertThat(chats.messages("c")).containsExactly(user(text));
    assertThat(memory.retrieval().retrieve("rainfall").records()).hasSize(1);
    assertThat(MessageText.searchable("a\0b\ud800")).isEqualTo("a\ufffdb\ufffd");
  }

  @Test
  void what_no_record_can_hold_comes_back_with_the_message() {
    List<Said> said = List.of(user("a\0b \\u0000"), user("half \udc00\ud83c"), user("🌧 \ud83c"));
    chats.update("c", said);
    assertThat(chats.messages("c")).isEqualTo(said);
    assertThat(conversations(memory).messages("c")).isEqualTo(said);
    assertThat(memory.retrieval().retrieve("half").records()).hasSize(1);
  }

  @Test
  void a_message_larger_than_a_record_usually_is_comes_back() {
    String large = "y".repeat(3 << 20);
    for (int i = 0; i < 3; i++) {
      say(chats, "c", 3, user(i + large));
      say(chats, "c", 3, user("short " + i));
    }
    assertThat(chats.messages("c"))
        .containsExactly(user("short 1"), user("2" + large), user("short 2"));
    assertThat(spoken("c")).hasSize(6);
  }

  @Test
  void a_window_of_any_length_is_read_whole() {
    String large = "x".repeat(1_000);
    List<Said> all = IntStream.range(0, 1_050).mapToObj(i -> user(i + large)).toList();
    for (int end = 350; end <= all.size(); end += 350) {
      chats.update("c", all.subList(0, end));
    }
    assertThat(conversations(memory).messages("c")).isEqualTo(all);
    say(chats, "c", 1_000, user("last"));
    assertThat(chats.messages("c")).hasSize(1_000).startsWith(all.get(51)).endsWith(user("last"));
  }

  @Test
  void every_scope_has_a_conversation_of_the_same_name() {
    for (int i = 0; i < 40; i++) {
      Conversations<Said> own = in("user-" + i);
      own.update("default", List.of(user("hello " + i)));
      say(own, "default", 10, user("again " + i));
    }
    for (int i = 0; i < 40; i++) {
      assertThat(in("user-" + i).messages("default"))
          .containsExactly(user("hello " + i), user("again " + i));
    }
  }

  private Conversations<Said> in(String scope) {
    return Conversations.builder(all, new Said.Format()).scope(scope).build();
  }

  @Test
  void a_deleted_conversation_begins_again_at_once_however_long_it_was() {
    chats.update("c", IntStream.range(0, 300).mapToObj(i -> user("m" + i)).toList());
    chats.delete("c");
    chats.update("c", List.of(user("new")));
    say(chats, "c", 10, user("more"));
    assertThat(chats.messages("c")).containsExactly(user("new"), user("more"));
    List<RetrieveEpisodeAnswer.EpisodeEvent> events =
        memory.retrieval().episode(RetrieveEpisodeRequest.of("chat/c")).events();
    assertThat(Long.parseLong(events.get(1).event().ref()))
        .isEqualTo(Long.parseLong(events.get(0).event().ref()) + 1);
  }

  @Test
  void an_outcome_ends_no_conversation_and_it_is_deleted_whole_all_the_same() {
    chats.update("c", List.of(user("a"), user("b")));
    String record =
        memory.retrieval().episode(RetrieveEpisodeRequest.of("chat/c")).recordIds().get(0);
    memory.ingestion().outcome(OutcomeRequest.of("test", record, OutcomeStatus.SUCCESS));
    say(chats, "c", 10, user("c"));
    assertThat(chats.messages("c")).containsExactly(user("a"), user("b"), user("c"));
    chats.delete("c");
    assertThat(chats.messages("c")).isEmpty();
    assertThat(chats.ids()).isEmpty();
  }

  @Test
  void what_others_write_into_a_conversation_hides_nothing() {
    chats.update("c", List.of(user("a")));
    for (int i = 0; i < 100; i++) {
      EventRequest foreign =
          EventRequest.builder()
              .source("other")
              .eventKind("note")
              .ref("ref")
              .options(
                  IngestOptions.NONE
                      .episode("chat/c")
                      .timestamp(Instant.parse("2999-01-01T00:00:00Z")))
              .build();
      memory.ingestion().event(foreign);
    }
    say(chats, "c", 10, user("b"));
    assertThat(chats.messages("c")).containsExactly(user("a"), user("b"));
    assertThat(spoken("c")).containsExactly(user("a"), user("b"));
  }

  @Test
  void a_conversation_that_is_deleted_while_others_write_holds_only_what_came_later()
      throws Exception {
    chats.update("c", IntStream.range(0, 100).mapToObj(i -> user("old " + i)).toList());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      int number = writer;
      Conversations<Said> own = conversations(memory);
      writers.add(
          () -> {
            for (int i = 0; i < 10; i++) {
              say(own, "c", 1_000, user(number + "/" + i));
              if (number == 0 && i == 5) {
                own.delete("c");
              }
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
    List<Said> left = chats.messages("c");
    assertThat(left).contains(user("0/9")).doesNotContain(user("old 0"), user("0/5"));
    assertThat(spoken("c")).containsAll(left);
  }

  @Test
  void a_clock_that_is_set_back_changes_no_order() {
    List<Said> said = new ArrayList<>();
    Instant start = Instant.parse("2026-11-20T10:00:00Z");
    for (int day = 0; day < 3; day++) {
      Instant now = start.minusSeconds(86_400L * day);
      Conversations<Said> own =
          Conversations.builder(memory, new Said.Format()).clock(() -> now).build();
      for (int i = 0; i < 50; i++) {
        said.add(user(day + "/" + i));
        say(own, "c", 10, user(day + "/" + i));
      }
    }
    assertThat(chats.messages("c")).isEqualTo(said.subList(140, 150));
    assertThat(spoken("c")).isEqualTo(said);
  }
}
