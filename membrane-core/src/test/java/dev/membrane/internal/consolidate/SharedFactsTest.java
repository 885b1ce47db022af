package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.ObservationRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.SemanticPayload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts that are stated by callers and learned from episodes. */
class SharedFactsTest {

  private static final String WORDS = "the build is green";
  private static final ChangeReason REASON = ChangeReason.of("tester", "because");

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @Test
  void what_a_caller_has_stated_is_reinforced_by_an_episode() {
    String stated = state();
    house.pass(Duration.ofDays(30));
    String episode = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();

    MemoryRecord fact = house.record(stated);
    assertThat(house.recordCount()).isEqualTo(2);
    assertThat(house.stored(stated).salienceAt(house.instant())).isGreaterThan(0.5);
    assertThat(evidence(fact)).containsExactly("agent", episode);
    assertThat(fact.provenance().sources())
        .extracting(ProvenanceSource::ref)
        .containsExactly("agent", episode);
    assertThat(fact.provenance().createdBy()).isEqualTo("ingestion-service");
    assertThat(fact.confidence()).isEqualTo(0.8);
  }

  @Test
  void what_an_episode_taught_is_reinforced_by_a_caller() {
    String episode = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();

    MemoryRecord fact = house.record(state());

    assertThat(house.recordCount()).isEqualTo(2);
    assertThat(evidence(fact)).containsExactly(episode, "agent");
  }

  @Test
  void an_episode_that_takes_back_what_it_taught_leaves_what_a_caller_stated() {
    String stated = state();
    String episode = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();
    runs.end(episode, OutcomeStatus.FAILURE);
    house.consolidation.run();

    MemoryRecord fact = house.record(stated);
    assertThat(evidence(fact)).containsExactly("agent");
    assertThat(fact.provenance().sources()).hasSize(1);
  }

  @Test
  void an_episode_reinforces_a_fact_once_however_often_its_outcome_changes() {
    String stated = state();
    house.decay.penalize(stated, 0.9, REASON, Caller.ANONYMOUS);
    String episode = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();
    double raised = salience(stated);

    changeToAndFro(episode);

    assertThat(evidence(house.record(stated))).contains(episode);
    assertThat(salience(stated)).isEqualTo(raised);
    runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();
    assertThat(salience(stated)).isGreaterThan(raised);
  }

  @Test
  void the_episode_that_made_a_fact_does_not_reinforce_it() {
    String first = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();
    String learned = state();
    house.decay.penalize(learned, 0.9, REASON, Caller.ANONYMOUS);
    double before = salience(learned);

    changeToAndFro(first);

    assertThat(salience(learned)).isEqualTo(before);
  }

  private void changeToAndFro(String episode) {
    for (OutcomeStatus status : List.of(OutcomeStatus.FAILURE, OutcomeStatus.SUCCESS)) {
      runs.end(episode, status);
      house.consolidation.run();
    }
  }

  private double salience(String id) {
    return house.stored(id).salienceAt(house.instant());
  }

  @Test
  void what_a_caller_stated_later_stays_when_the_episode_takes_it_back() {
    String episode = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();
    String stated = state();
    runs.end(episode, OutcomeStatus.FAILURE);
    house.consolidation.run();

    assertThat(evidence(house.record(stated))).containsExactly("agent");
  }

  @Test
  void what_a_caller_stated_and_retracted_is_not_learned() {
    house.revision.retract(state(), REASON, Caller.ANONYMOUS);
    runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();

    assertThat(house.recordCount()).isEqualTo(2);
  }

  @Test
  void what_a_caller_states_again_after_a_retraction_is_reinforced_from_then_on() {
    runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();
    String learned = state();
    house.revision.retract(learned, REASON, Caller.ANONYMOUS);
    String again = state();
    String episode = runs.ended(OutcomeStatus.SUCCESS, WORDS);
    house.consolidation.run();

    assertThat(again).isNotEqualTo(learned);
    assertThat(evidence(house.record(again))).containsExactlyInAnyOrder("agent", episode);
    assertThat(house.record(learned).isRetired()).isTrue();
  }

  @Test
  void an_observation_at_the_same_time_makes_the_stage_look_again() {
    runs.ended(OutcomeStatus.SUCCESS, WORDS);
    // The first commit hands out what has settled, the second is the stage's.
    house.store.beforeNextCommit(() -> house.store.beforeNextCommit(this::state));
    house.consolidation.run();

    assertThat(house.recordCount()).isEqualTo(2);
  }

  private String state() {
    return house
        .service
        .record(
            ObservationRequest.builder()
                .source("agent")
                .subject("user_input")
                .predicate("observed_in")
                .object(JsonValue.of(WORDS))
                .build())
        .id();
  }

  private static List<String> evidence(MemoryRecord record) {
    return ((SemanticPayload) record.payload())
        .evidence().stream().map(ProvenanceRef::sourceId).toList();
  }
}
