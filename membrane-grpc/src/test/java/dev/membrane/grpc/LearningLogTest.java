package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.ModelException;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the operator reads of a model that fails. */
class LearningLogTest {

  /** More than a failure must be gone for to be over. */
  private static final long QUIET_MILLIS = 5_100;

  private static final String AGAIN = "llm-extraction works again";

  private Extractor extractor = episodes -> List.<CandidateFact>of();

  private final Membrane membrane =
      Membrane.builder()
          .backgroundJobs(false)
          .store(new InMemoryStore())
          .extractor(episodes -> extractor.extract(episodes))
          .build();

  private final LogCapture log = new LogCapture("dev.membrane.internal.consolidate");

  @AfterEach
  void close() {
    log.close();
    membrane.close();
  }

  private void live() {
    EventRequest event =
        EventRequest.builder()
            .source("agent")
            .eventKind("note")
            .ref("1")
            .options(IngestOptions.NONE.unscoped())
            .build();
    String id = membrane.ingestion().event(event).id();
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.SUCCESS));
  }

  private void fails(ModelException with) {
    extractor =
        episodes -> {
          throw with;
        };
  }

  private Stream<String> warnings() {
    return log.lines().stream().filter(line -> line.startsWith("WARN"));
  }

  @Test
  void an_episode_that_a_model_answers_badly_is_one_line() {
    fails(ModelException.permanent("the model answers with no JSON", new IllegalStateException()));
    live();

    membrane.maintenance().consolidate();

    assertThat(warnings())
        .singleElement()
        .asString()
        .matches(
            "WARN stage llm-extraction failed on episode \\S+, attempt 1, set aside:"
                + " the model answers with no JSON");
  }

  @Test
  void a_failure_of_another_kind_keeps_its_trace_and_no_word_of_an_episode() {
    extractor =
        episodes -> {
          try {
            return List.<CandidateFact>of().subList(0, Integer.parseInt("my PIN is 4711"));
          } catch (NumberFormatException bad) {
            throw new IllegalStateException("no number", bad);
          }
        };
    live();

    membrane.maintenance().consolidate();

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("attempt 1", "IllegalStateException", "NumberFormatException", "\tat ");
    assertThat(log.lines()).noneMatch(line -> line.contains("4711"));
  }

  @Test
  void facts_that_are_dropped_are_counted() {
    extractor =
        episodes -> {
          JsonString tea = new JsonString("tea");
          return List.of(
              new CandidateFact(episodes.get(0).record().id(), "Ann", "likes", tea, 9),
              new CandidateFact("another", "Bob", "likes", tea, 0.5));
        };
    live();

    assertThat(membrane.maintenance().consolidate().of("llm-extraction").created()).isZero();

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("2 of 2 facts that the extractor found in episode ", "are dropped");
  }

  @Test
  void a_stage_works_again_when_it_has_done_something() throws InterruptedException {
    fails(ModelException.refused("the key is wrong", new IllegalStateException()));
    live();
    membrane.maintenance().consolidate();
    assertThat(log.lines()).anyMatch(line -> line.startsWith("ERROR stage llm-extraction failed"));
    TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);

    fails(ModelException.permanent("no usable answer", new IllegalStateException()));
    assertThat(membrane.maintenance().consolidate().of("llm-extraction").failed()).isEqualTo(1);
    membrane.maintenance().consolidate();
    assertThat(log.lines()).noneMatch(line -> line.contains(AGAIN));

    extractor = episodes -> List.of();
    live();
    membrane.maintenance().consolidate();
    assertThat(log.lines()).anyMatch(line -> line.contains(AGAIN));
  }
}
