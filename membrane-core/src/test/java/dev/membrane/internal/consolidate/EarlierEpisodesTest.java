package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.OutcomeRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.keys.StageKeys;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ForwardingStore;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Episodes that settled without a stage, in processes that share a store and differ in stages. */
class EarlierEpisodesTest {

  /** More than are given at once. */
  private static final int MANY = 230;

  private static final String STAGE = "llm-extraction";
  private static final String LEARNING = Queues.learning(STAGE);

  private final InMemoryStore store = new InMemoryStore();
  private final List<String> asked = new ArrayList<>();
  private Instant now = EngineFixture.NOON;

  private final Extractor model =
      episodes -> {
        episodes.forEach(episode -> asked.add(episode.record().id()));
        return List.of();
      };

  private final Membrane without = open(store, false);

  private Membrane open(MemoryStore opened, boolean hasModel) {
    MembraneBuilder builder =
        Membrane.builder().store(opened).backgroundJobs(false).clock(() -> now);
    return (hasModel ? builder.extractor(model) : builder).build();
  }

  @Test
  void are_given_once_to_a_stage_that_comes_later() {
    List<String> ids = settled(MANY);
    without.maintenance().consolidate();

    Membrane with = open(store, true);
    with.maintenance().consolidate();
    assertThat(asked).containsExactlyInAnyOrderElementsOf(ids);

    with.maintenance().consolidate();
    open(store, true).maintenance().consolidate();
    assertThat(asked).hasSize(MANY);
  }

  @Test
  void are_given_to_a_stage_that_only_another_process_has() {
    Membrane with = open(store, true);
    with.maintenance().consolidate();
    List<String> ids = settled(3);
    without.maintenance().consolidate();
    assertThat(asked).isEmpty();

    with.maintenance().consolidate();
    assertThat(asked).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void are_all_given_if_the_process_ends_on_the_way() {
    List<String> ids = settled(MANY);
    without.maintenance().consolidate();
    FailingStore failing = new FailingStore(store);
    Membrane ending = open(failing, true);
    failing.left = 2;
    assertThatThrownBy(() -> ending.maintenance().consolidate())
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(store.queued(LEARNING)).isBetween(1L, MANY - 1L);

    open(store, true).maintenance().consolidate();
    assertThat(asked).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void that_a_stage_has_handled_are_not_given_again_to_it_when_a_store_first_notes_its_stages() {
    settled(3);
    Membrane with = open(store, true);
    with.maintenance().consolidate();
    store
        .find(List.of(StageKeys.name(STAGE)))
        .forEach(key -> store.commit(Changeset.builder().removeKey(key).build()));

    with.maintenance().consolidate();
    assertThat(asked).hasSize(3);
    assertThat(store.find(List.of(StageKeys.name(STAGE)))).hasSize(1);
  }

  @Test
  void that_have_not_settled_are_not_given_early() {
    String open = event("still going on");
    Membrane with = open(store, true);
    with.maintenance().consolidate();
    assertThat(asked).isEmpty();
    assertThat(store.queued(LEARNING)).isZero();

    now = now.plus(Duration.ofHours(25));
    with.maintenance().consolidate();
    assertThat(asked).containsExactly(open);
  }

  @Test
  void are_pruned_when_the_stages_of_all_processes_have_learned_from_them() {
    Membrane with = open(store, true);
    with.maintenance().consolidate();
    settled(3);
    without.maintenance().consolidate();
    with.maintenance().consolidate();
    now = now.plus(Duration.ofHours(13));

    assertThat(without.maintenance().prune()).isEqualTo(3);
  }

  @Test
  void are_not_pruned_before() {
    open(store, true).maintenance().consolidate();
    settled(3);
    without.maintenance().consolidate();
    now = now.plus(Duration.ofHours(13));

    assertThat(without.maintenance().prune()).isZero();
  }

  @Test
  void are_pruned_after_their_retention_if_nobody_has_the_stage_any_more() {
    open(store, true).maintenance().consolidate();
    settled(3);
    without.maintenance().consolidate();
    now = now.plus(Duration.ofDays(7));

    assertThat(without.maintenance().prune()).isEqualTo(3);
    assertThat(store.queued(LEARNING)).isZero();
  }

  private List<String> settled(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = event("event " + i);
      without
          .ingestion()
          .outcome(
              OutcomeRequest.builder()
                  .source("agent")
                  .targetRecordId(id)
                  .status(OutcomeStatus.SUCCESS)
                  .build());
      ids.add(id);
    }
    return ids;
  }

  private String event(String summary) {
    return without
        .ingestion()
        .event(
            EventRequest.builder()
                .source("agent")
                .eventKind("note")
                .ref("ref")
                .summary(summary)
                .options(IngestOptions.NONE.unscoped().sensitivity(Sensitivity.LOW))
                .build())
        .id();
  }

  /** Takes some commits and then no more. */
  private static final class FailingStore extends ForwardingStore {

    private int left = Integer.MAX_VALUE;

    FailingStore(MemoryStore store) {
      super(store);
    }

    @Override
    public void commit(Changeset changeset) {
      if (left-- <= 0) {
        throw new StoreUnavailableException("full");
      }
      super.commit(changeset);
    }
  }
}
