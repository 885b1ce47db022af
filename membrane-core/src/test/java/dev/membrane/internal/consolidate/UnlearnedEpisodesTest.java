package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.ConsolidationResult.Again;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.keys.Queues;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a stage has not learned from, with what gets in the way of showing it. */
class UnlearnedEpisodesTest {

  private static final String STAGE = "llm-extraction";

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);
  private final List<String> asked = new ArrayList<>();
  private final Extractor model =
      episodes -> {
        episodes.forEach(episode -> asked.add(episode.record().id()));
        return List.of();
      };

  private final Membrane membrane = over(model);

  private Membrane over(Extractor extractor) {
    return over(house.store, extractor);
  }

  private Membrane over(MemoryStore store, Extractor extractor) {
    return Membrane.builder()
        .store(store)
        .clock(house)
        .backgroundJobs(false)
        .extractor(extractor)
        .build();
  }

  private List<String> settled(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(runs.ended(OutcomeStatus.SUCCESS, "event " + i));
    }
    house.consolidation.run();
    return ids;
  }

  private Again again() {
    return membrane.maintenance().consolidateAgain(STAGE, null).again();
  }

  @Test
  void of_a_stage_that_there_is_not_are_refused_and_nothing_is_done() {
    settled(1);
    int commits = house.store.commits().size();
    for (String stage : List.of("llm", "", "episodic-compression", "LLM-EXTRACTION")) {
      assertThatThrownBy(() -> membrane.maintenance().consolidateAgain(stage, null))
          .isInstanceOf(ValidationException.class)
          .hasMessage(
              "validation error for again: must be one of:"
                  + " semantic, llm-extraction, competence, plan-graph, generalization");
    }
    assertThatThrownBy(() -> membrane.maintenance().consolidateAgain(STAGE, " "))
        .hasMessage("validation error for scope: must not be blank");
    assertThatThrownBy(
            () ->
                membrane
                    .as(EngineFixture.within("red"))
                    .maintenance()
                    .consolidateAgain(STAGE, null))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void are_shown_beside_one_that_cannot_be_read() {
    List<String> ids = settled(120);
    house.store.damage(ids.get(70));

    assertThat(again()).isEqualTo(new Again(119, 1));
    assertThat(asked).hasSize(119).doesNotContain(ids.get(70));
    house.store.damage("");
    assertThat(again()).isEqualTo(new Again(1, 0));
    assertThat(asked).hasSize(120).endsWith(ids.get(70));
  }

  @Test
  void are_not_unreadable_where_somebody_deletes_one_meanwhile() {
    List<String> ids = settled(3);
    MemoryStore deleting =
        new ForwardingStore(house.store) {
          @Override
          public List<String> arrivals(Arrivals asked) {
            List<String> page = super.arrivals(asked);
            membrane.revision().delete(ids.get(1), "");
            return page;
          }
        };
    Membrane meanwhile = over(deleting, model);
    assertThat(meanwhile.maintenance().consolidateAgain(STAGE, null).again())
        .isEqualTo(new Again(2, 0));
  }

  @Test
  void of_a_long_run_are_one() {
    String first = runs.begun(IngestOptions.NONE, "a long run", calls(1_100));
    runs.end(first, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    assertThat(runs.all(MemoryType.EPISODIC)).hasSizeGreaterThan(1);

    assertThat(again()).isEqualTo(new Again(1, 0));
    assertThat(asked).containsExactly(first);
    assertThat(again()).isEqualTo(new Again(0, 0));
  }

  private static Runs.Call[] calls(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> call("look", "a-" + i))
        .toArray(Runs.Call[]::new);
  }

  @Test
  void are_queued_once_though_somebody_else_writes_meanwhile() {
    Membrane refusing =
        over(
            episodes -> {
              throw ModelException.permanent("no", new IllegalStateException());
            });
    String id = runs.ended(OutcomeStatus.SUCCESS, "refused");
    refusing.maintenance().consolidate();
    List<QueueRow> aside = house.store.rows(Queues.aside(STAGE), List.of(id));
    assertThat(aside).hasSize(1);
    house.store.beforeNextCommit(
        () -> house.store.commit(Changeset.builder().done(aside.get(0)).build()));

    assertThat(again()).isEqualTo(new Again(1, 0));
    assertThat(asked).containsExactly(id);
  }
}
