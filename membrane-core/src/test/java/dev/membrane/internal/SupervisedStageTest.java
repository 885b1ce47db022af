package dev.membrane.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.ConsolidationResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.internal.consolidate.fact.SemanticStage;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validity;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A stage that fails as only a plugin can, and what others see of it. */
class SupervisedStageTest {

  private final Set<String> told = new ConcurrentSkipListSet<>();

  /** The results of the last runs, by name. */
  private final Map<String, String> ended = new HashMap<>();

  /** How many episodes have failed and wait to be tried again. */
  private long retried;

  private final Observer observer =
      new Observer() {
        @Override
        public void stage(String stage, String step, WorkOutcome outcome, Duration took) {
          assertThat(took.isNegative()).isFalse();
          told.add(stage + " " + step + " " + outcome);
        }

        @Override
        public void store(String operation, WorkOutcome outcome, Duration took) {
          told.add("store " + operation + " " + outcome);
        }

        @Override
        public void handledByStage(String stage, String what, long count) {
          told.add(stage + " " + what + " " + count);
        }
      };

  /** Lessons of one text. */
  private static final class Words implements LessonCodec<String> {

    @Override
    public JsonObject write(String lesson) {
      return new JsonObject(Map.of("is", new JsonString(lesson)));
    }

    @Override
    public String read(JsonObject stored) {
      return ((JsonString) stored.members().get("is")).value();
    }
  }

  private record Throwing(Supplier<? extends Throwable> failure) implements Stage<String> {

    @Override
    public String name() {
      return "throwing";
    }

    @Override
    public LessonCodec<String> codec() {
      return new Words();
    }

    @Override
    public Optional<String> lesson(Episode episode) {
      throw SupervisedStageTest.<RuntimeException>undeclared(failure.get());
    }

    @Override
    public Collection<String> notes(String lesson) {
      return List.of();
    }

    @Override
    public void exchange(
        String episodeId, @Nullable String former, @Nullable String lesson, Notebook notebook) {}
  }

  /** Throws as code in Kotlin or Groovy does, which declares no exception. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException undeclared(Throwable failure) throws T {
    throw (T) failure;
  }

  /** Learns of every episode that it was there. */
  private record Counting() implements Stage<String> {

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public LessonCodec<String> codec() {
      return new Words();
    }

    @Override
    public Optional<String> lesson(Episode episode) {
      return Optional.of("there");
    }

    @Override
    public Collection<String> notes(String lesson) {
      return List.of();
    }

    @Override
    public void exchange(
        String episodeId, @Nullable String former, @Nullable String lesson, Notebook notebook) {
      SemanticPayload fact =
          new SemanticPayload(
              episodeId, "is", JsonValue.of("there"), Validity.global(), List.of(), null, null);
      notebook.create(new Knowledge(fact, 0.5, List.of(episodeId)), "Seen");
    }
  }

  @Test
  void what_a_stage_of_a_vendor_learned_is_counted_under_its_name() {
    ConsolidationResult result = run(new Counting(), new SemanticStage());

    assertThat(result.of("counting").created()).isEqualTo(1);
    assertThat(result.of("semantic").created()).isEqualTo(1);
    assertThat(result.total().created()).isEqualTo(2);
    assertThat(result.stages().keySet())
        .containsExactly("episodic-compression", "counting", "semantic");
    assertThat(told)
        .contains("counting created 1", "counting failed 0", "episodic-compression compressed 0");
  }

  @Test
  void a_class_that_is_missing_costs_one_stage_one_episode() {
    ConsolidationResult result = runWith(() -> new NoClassDefFoundError("on purpose"));

    assertThat(result.total().failed()).isEqualTo(1);
    assertThat(result.of("semantic").created()).isEqualTo(1);
  }

  @Test
  void so_does_a_recursion_without_an_end() {
    ConsolidationResult result = runWith(() -> new StackOverflowError("on purpose"));

    assertThat(result.total().failed()).isEqualTo(1);
    assertThat(result.of("semantic").created()).isEqualTo(1);
  }

  @Test
  void so_does_an_array_that_does_not_fit_into_memory() {
    ConsolidationResult result = runWith(() -> new OutOfMemoryError("on purpose"));

    assertThat(result.of("throwing").failed()).isEqualTo(1);
    assertThat(result.of("semantic").created()).isEqualTo(1);
  }

  @Test
  void so_does_a_checked_exception() {
    ConsolidationResult result = runWith(() -> new IOException("on purpose"));

    assertThat(result.total().failed()).isEqualTo(1);
    assertThat(result.of("semantic").created()).isEqualTo(1);
    assertThat(told).contains("throwing lesson ERROR");
  }

  @Test
  void an_interrupt_costs_no_attempt_whatever_a_stage_makes_of_it() {
    ConsolidationResult result =
        runWith(
            () -> {
              Thread.currentThread().interrupt();
              return new IllegalStateException("interrupted");
            });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.total().failed()).isZero();
    assertThat(retried).isZero();
  }

  @Test
  void a_run_of_a_stage_that_failed_on_all_episodes_was_no_success_and_not_the_whole_run_either() {
    runWith(() -> new IllegalStateException("on purpose"));

    assertThat(ended)
        .containsEntry("throwing", "error")
        .containsEntry("semantic", "ok")
        .containsEntry("consolidation", "error");
  }

  @Test
  void an_observer_is_told_of_every_step_and_of_the_store() {
    runWith(() -> new AssertionError("on purpose"));

    assertThat(told)
        .contains(
            "throwing lesson ERROR",
            "semantic lesson OK",
            "semantic exchange OK",
            "store commit OK",
            "store due OK",
            "store get OK");
  }

  @Test
  void nor_was_the_job() throws InterruptedException {
    CountDownLatch failed = new CountDownLatch(1);
    Observer jobs =
        new Observer() {
          @Override
          public void job(String job, WorkOutcome outcome, Duration took) {
            if (job.equals("consolidation") && outcome == WorkOutcome.ERROR) {
              failed.countDown();
            }
          }
        };
    try (InMemoryStore store = new InMemoryStore();
        Membrane membrane =
            Membrane.builder()
                .store(store)
                .stages(List.of(new Throwing(() -> new IllegalStateException("on purpose"))))
                .config(Map.of("consolidation_interval", "1s"))
                .observer(jobs)
                .build()) {
      ingestRun(membrane);
      assertThat(failed.await(5, TimeUnit.MINUTES)).isTrue();
    }
  }

  private ConsolidationResult runWith(Supplier<? extends Throwable> failure) {
    return run(new Throwing(failure), new SemanticStage());
  }

  private ConsolidationResult run(Stage<?>... stages) {
    try (InMemoryStore store = new InMemoryStore();
        Membrane membrane =
            Membrane.builder()
                .backgroundJobs(false)
                .store(store)
                .stages(List.of(stages))
                .observer(observer)
                .build()) {
      ingestRun(membrane);
      ConsolidationResult result = membrane.maintenance().consolidate();
      membrane.maintenance().jobs().queues().forEach(queue -> retried += queue.retried());
      membrane.maintenance().jobs().runs().forEach(last -> ended.put(last.name(), last.result()));
      return result;
    }
  }

  private static void ingestRun(Memory membrane) {
    IngestOptions run = IngestOptions.NONE.unscoped().episode("run");
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("user_input")
                    .ref("msg")
                    .summary("the build is red")
                    .options(run)
                    .build())
            .id();
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.SUCCESS));
  }
}
