package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.ClosedException;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.ListRecordsRequest;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ValidationException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Many items at once. */
interface BatchContract extends MembraneUnderTest {

  String HALF_A_PAIR = "half of \ud83d";

  @Test
  default void a_batch_takes_each_item_in_after_the_ones_before_it() {
    ObservationRequest faulty = likes("", "x");
    List<IngestItemAnswer> answers =
        project()
            .ingestion()
            .batch(
                List.of(
                    turn("chat", "hello"),
                    turn("chat", "bye"),
                    likes("user", "Go"),
                    faulty,
                    likes("user", "Go"),
                    RecordRequest.of("ann", draft("Rust").toBuilder().scope(SCOPE).build()),
                    WorkingStateRequest.builder()
                        .source("ann")
                        .threadId("thread")
                        .state(TaskState.PLANNING)
                        .build(),
                    ToolOutputRequest.builder().source("ann").toolName("grep").build(),
                    OutcomeRequest.of(
                        "ann", "01957b3c-0000-7000-8000-00000000dead", OutcomeStatus.SUCCESS)));
    assertThat(answers)
        .extracting(item -> item.isStored() ? item.get().result() : null)
        .containsExactly(
            IngestResult.CREATED,
            IngestResult.APPENDED,
            IngestResult.CREATED,
            null,
            IngestResult.REINFORCED,
            IngestResult.CREATED,
            IngestResult.CREATED,
            IngestResult.CREATED,
            null);
    assertThat(answers).extracting(IngestItemAnswer::number).startsWith(0L, 1L, 2L).endsWith(8L);
    assertThat(answers.get(3).failure().orElseThrow())
        .isInstanceOfSatisfying(
            ValidationException.class, fault -> assertThat(fault.field()).isEqualTo("subject"));
    assertThat(answers.get(8).failure().orElseThrow()).isInstanceOf(NotFoundException.class);
    assertThat(answers.get(0).get().id()).isEqualTo(answers.get(1).get().id());
    assertThat(answers.get(0).get().record()).isInstanceOf(RedactedRecord.class);
    assertThat(answers.get(1).get().record().full().orElseThrow().payload())
        .isEqualTo(record(answers.get(1).get().id()).payload());
    assertThat(answers.get(4).get().record().full().orElseThrow().payload())
        .isEqualTo(record(answers.get(2).get().id()).payload());
  }

  @Test
  default void all_or_nothing_stores_nothing_if_an_item_is_faulty() {
    Expected.refusal(
            ValidationException.class,
            () ->
                project()
                    .ingestion()
                    .allOrNothing(List.of(likes("user", "Go"), likes(" ", "Rust"))))
        .satisfies(fault -> assertThat(fault.field()).isEqualTo("items[1].subject"))
        .hasMessageStartingWith("items[1].subject: ");
    assertThat(project().listing().records(ListRecordsRequest.builder().build()).items()).isEmpty();
    List<IngestAnswer> answers =
        project().ingestion().allOrNothing(List.of(likes("user", "Go"), likes("user", "Go")));
    assertThat(answers.get(1).result()).isEqualTo(IngestResult.REINFORCED);
  }

  @Test
  default void a_stream_answers_every_item_in_its_order() {
    List<IngestItemAnswer> answers = Collections.synchronizedList(new ArrayList<>());
    try (IngestStream stream = project().ingestion().stream(answers::add)) {
      for (int i = 0; i < 600; i++) {
        stream.send(i % 100 == 50 ? likes("", "x") : turn("chat", "turn " + i));
      }
    }
    assertThat(answers).hasSize(600);
    for (int i = 0; i < 600; i++) {
      assertThat(answers.get(i).number()).isEqualTo(i);
      assertThat(answers.get(i).failure().isPresent())
          .as("item %s fails", i)
          .isEqualTo(i % 100 == 50);
    }
    RetrieveEpisodeRequest chat =
        RetrieveEpisodeRequest.of("chat").on(PageRequest.FIRST.ofSize(1_000));
    assertThat(project().retrieval().episode(chat).events()).hasSize(594);
  }

  @Test
  default void what_breaks_a_stream_reaches_who_sends() {
    RuntimeException broken = new UnsupportedOperationException("no answer is wanted");
    Expected.refusal(
            RuntimeException.class,
            "what the consumer of the answers has thrown",
            () -> sendUntilItBreaks(broken))
        .isSameAs(broken);
  }

  private void sendUntilItBreaks(RuntimeException broken) {
    try (IngestStream stream =
        project().ingestion().stream(
            answer -> {
              throw broken;
            })) {
      for (int i = 0; i < 1_000; i++) {
        stream.send(turn("chat " + i, "turn"));
      }
    }
  }

  @Test
  default void a_stream_answers_on_another_thread_while_its_sender_goes_on() {
    List<String> taken = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch sent = new CountDownLatch(1);
    Thread sender = Thread.currentThread();
    Consumer<IngestItemAnswer> answers =
        answer -> {
          assertThat(Thread.currentThread()).as("who answers").isNotSameAs(sender);
          assertThat(isReached(sent)).as("the sender goes on").isTrue();
          taken.add(answer.number() + " " + field(answer));
        };
    try (IngestStream stream = project().ingestion().stream(answers)) {
      stream.send(likes(HALF_A_PAIR, "x"));
      stream.send(likes("user", "Go"));
      stream.send(likes("user", HALF_A_PAIR));
      sent.countDown();
    }
    assertThat(taken).containsExactly("0 subject", "1 null", "2 object");
  }

  @Test
  default void a_stream_that_is_broken_stays_so() {
    RuntimeException broken = new UnsupportedOperationException("no answer is wanted");
    IngestStream stream =
        project().ingestion().stream(
            answer -> {
              throw broken;
            });
    Expected.refusal(
            RuntimeException.class,
            () -> {
              for (int i = 0; i < 1_000; i++) {
                stream.send(likes(HALF_A_PAIR, "x"));
              }
              stream.close();
            })
        .isSameAs(broken);
    Expected.refusal(RuntimeException.class, () -> stream.send(turn("chat", "late")))
        .isSameAs(broken);
    stream.close();
    Expected.refusal(RuntimeException.class, () -> stream.send(turn("chat", "later")))
        .isSameAs(broken);
  }

  @Test
  default void whoever_takes_the_answers_may_close_the_stream() {
    CompletableFuture<IngestStream> stream = new CompletableFuture<>();
    List<Long> taken = Collections.synchronizedList(new ArrayList<>());
    stream.complete(
        project().ingestion().stream(
            answer -> {
              stream.join().close();
              taken.add(answer.number());
            }));
    stream.join().send(turn("chat", "hello"));
    stream.join().close();
    assertThat(taken).containsExactly(0L);
    Expected.refusal(ClosedException.class, () -> stream.join().send(turn("chat", "late")))
        .hasMessage("the stream is closed");
  }

  @Test
  default void what_breaks_a_stream_is_told_though_the_consumer_has_closed_it() {
    RuntimeException broken = new UnsupportedOperationException("no answer is wanted");
    CompletableFuture<IngestStream> stream = new CompletableFuture<>();
    stream.complete(
        project().ingestion().stream(
            answer -> {
              stream.join().close();
              throw broken;
            }));
    stream.join().send(turn("chat", "hello"));
    Expected.refusal(RuntimeException.class, () -> stream.join().close()).isSameAs(broken);
  }

  @Test
  default void a_text_that_is_not_unicode_is_refused_under_the_name_of_its_field() {
    List<IngestRequest> items = List.of(likes("user", "Go"), likes(HALF_A_PAIR, "x"));
    assertFault("subject", () -> project().ingestion().observe((ObservationRequest) items.get(1)));
    assertThat(project().ingestion().batch(items))
        .extracting(BatchContract::field)
        .containsExactly(null, "subject");
    assertFault("items[1].subject", () -> project().ingestion().allOrNothing(items));
  }

  private static boolean isReached(CountDownLatch place) {
    try {
      return place.await(5, TimeUnit.MINUTES);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The field that an item was refused for; null: it was not. */
  private static @Nullable String field(IngestItemAnswer answer) {
    return answer.failure().orElse(null) instanceof ValidationException fault
        ? fault.field()
        : null;
  }

  private static EventRequest turn(String episode, String summary) {
    return EventRequest.builder()
        .source("ann")
        .eventKind("user_input")
        .ref("ref")
        .summary(summary)
        .scope(SCOPE)
        .episode(episode)
        .build();
  }

  private static ObservationRequest likes(String subject, String object) {
    return ObservationRequest.builder()
        .source("ann")
        .subject(subject)
        .predicate("likes")
        .object(object)
        .scope(SCOPE)
        .build();
  }
}
