package dev.membrane.internal.retrieve.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.CancelledException;
import dev.membrane.Membrane;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An embedder that does not answer keeps nobody waiting for longer than they want. */
@Timeout(120)
class HangingEmbedderTest {

  private static final int HANGING = 8;
  private static final int THREADS = 64;

  private final HangingEmbedder embedder = new HangingEmbedder();
  private final Membrane membrane =
      Membrane.builder()
          .openStore(InMemoryStore::new)
          .embedder(embedder)
          .backgroundJobs(false)
          .build();
  private final Caller ann = Caller.named("ann").in("project");

  /** Answers a question once it may, whatever happens to its thread. */
  private static final class HangingEmbedder implements Embedder {

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean hangs = true;

    @Override
    public String model() {
      return "hanging";
    }

    @Override
    public int dimensions() {
      return 2;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return texts.stream().map(text -> new float[] {1, 2}).toList();
    }

    @Override
    public float[] embedQuery(String text) {
      asked.incrementAndGet();
      while (hangs) {
        try {
          mayAnswer.await();
          break;
        } catch (InterruptedException again) {
          // It hangs on.
        }
      }
      return new float[] {1, 2};
    }
  }

  @BeforeEach
  void remember() {
    membrane.as(ann).ingestion().observe("agent", "user", "drinks", "tea");
  }

  @AfterEach
  void close() {
    embedder.mayAnswer.countDown();
    membrane.close();
  }

  private List<MemoryRecord> ask(Caller caller, String task) {
    return membrane.as(caller).retrieval().retrieve(task).records();
  }

  private static Caller until(Caller caller, Duration most) {
    long begun = System.nanoTime();
    return caller.waitingUntil(() -> System.nanoTime() - begun > most.toNanos());
  }

  @Test
  void a_question_waits_no_longer_than_its_caller() {
    assertThatThrownBy(() -> ask(until(ann, Duration.ofMillis(200)), "tea"))
        .isInstanceOf(CancelledException.class);
    assertThat(embedder.asked).hasValue(1);
  }

  @Test
  void who_is_interrupted_is_answered_by_words() throws Exception {
    FutureTask<List<MemoryRecord>> asking = new FutureTask<>(() -> askInterrupted("tea"));
    Thread thread = new Thread(asking, "asking");
    thread.start();
    while (embedder.asked.get() == 0) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    thread.interrupt();
    assertThat(asking.get()).hasSize(1);
  }

  /** The interrupt is still there for whoever looks for it. */
  private List<MemoryRecord> askInterrupted(String task) {
    List<MemoryRecord> found = ask(ann, task);
    assertThat(Thread.interrupted()).isTrue();
    return found;
  }

  @Test
  void while_it_hangs_one_question_at_a_time_tries_it() throws Exception {
    QuestionVectors questions = hangingIn(HANGING);
    PendingQueryVector trying = questions.ask("tea", ann);
    assertThatThrownBy(questions.ask("milk", ann)::await)
        .hasMessage("the embedder hangs in 8 calls");
    assertUnanswered(trying);
    PendingQueryVector tryingAgain = questions.ask("tea", ann);
    assertThatThrownBy(questions.ask("milk", ann)::await)
        .hasMessage("the embedder hangs in 9 calls");
    assertUnanswered(tryingAgain);
    assertAsked(HANGING + 2);
  }

  @Test
  void once_it_answers_what_hangs_does_not_count() throws Exception {
    QuestionVectors questions = hangingIn(HANGING);
    embedder.hangs = false;
    questions.ask("tea", ann).await();
    embedder.hangs = true;
    List<PendingQueryVector> asked = askAtOnce(questions, HANGING);
    assertAsked(HANGING + 1 + HANGING);
    asked.forEach(HangingEmbedderTest::assertUnanswered);
  }

  /** So many have waited for as long as a question does. */
  private QuestionVectors hangingIn(int calls) throws InterruptedException {
    QuestionVectors questions = new QuestionVectors(embedder, Duration.ofMillis(500), Tracer.NONE);
    askAtOnce(questions, calls).forEach(HangingEmbedderTest::assertUnanswered);
    assertAsked(calls);
    return questions;
  }

  private List<PendingQueryVector> askAtOnce(QuestionVectors questions, int calls) {
    return IntStream.range(0, calls).mapToObj(i -> questions.ask("coffee " + i, ann)).toList();
  }

  private static void assertUnanswered(PendingQueryVector asked) {
    assertThatThrownBy(asked::await)
        .isInstanceOfSatisfying(
            ModelException.class, failure -> assertThat(failure.isTemporary()).isTrue())
        .hasMessageStartingWith("the embedder has not answered for");
  }

  private void assertAsked(int calls) throws InterruptedException {
    while (embedder.asked.get() < calls) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(embedder.asked).hasValue(calls);
  }

  @Test
  void a_thread_serves_many_questions_and_there_are_not_too_many() throws Exception {
    Set<Thread> serving = ConcurrentHashMap.newKeySet();
    QueryThreads threads = new QueryThreads(Duration.ofMinutes(1), Tracer.NONE);
    for (int i = 0; i < THREADS; i++) {
      threads.begin(() -> answeredOn(serving)).get();
      // The thread looks for work again.
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(serving).hasSizeLessThan(THREADS / 2);

    for (int i = 0; i < THREADS; i++) {
      var unused = threads.begin(() -> Vector.of(embedder.embedQuery("tea")));
    }
    serving.clear();
    CompletableFuture<Vector> next = threads.begin(() -> answeredOn(serving));
    assertAsked(THREADS);
    assertThat(serving).isEmpty();
    embedder.mayAnswer.countDown();
    assertThat(next.get(5, TimeUnit.MINUTES)).isNotNull();
  }

  private static Vector answeredOn(Set<Thread> serving) {
    serving.add(Thread.currentThread());
    return Vector.of(new float[] {1, 2});
  }
}
