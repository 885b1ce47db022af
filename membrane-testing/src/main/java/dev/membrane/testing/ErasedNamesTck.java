package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.PageRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What stays does not name an erased record: neither as its successor nor in its audit log. */
public abstract class ErasedNamesTck extends ErasureScenes {

  private static final RevisionState RETRACTED =
      new RevisionState(null, null, RevisionStatus.RETRACTED);

  /** For subclasses. */
  protected ErasedNamesTck() {}

  @Test
  void a_superseded_fact_stays_retired_and_does_not_name_its_erased_successor() {
    String old = observe("Ann", "tea");
    String next = membrane.revision().supersede(old, fact("Ann", "rum"), "corrected").id();
    assertRetired(erase(next), old);
  }

  @Test
  void all_sources_of_a_merge_stay_retired_and_do_not_name_the_erased_result() {
    String[] sources = {observe("Ann", "tea"), observe("Ann", "rum")};
    String merged = membrane.revision().merge(List.of(sources), fact("Ann", "all"), "one").id();
    assertRetired(erase(merged), sources);
  }

  @Test
  void a_fact_that_an_observation_superseded_does_not_name_it_once_that_is_erased() {
    String old = observe("Ann", "tea");
    assertRetired(erase(superseding("rum")), old);
  }

  @Test
  void a_working_state_stays_retired_when_the_next_of_its_thread_is_erased() {
    String first = working("begin");
    assertRetired(erase(working("go on")), first);
    MemoryRecord anew = (MemoryRecord) membrane.retrieval().byId(working("begin anew"), ALL);
    assertThat(anew.revision()).isNull();
  }

  @Test
  void the_first_of_three_does_not_name_the_second_that_is_erased() {
    String first = observe("Ann", "tea");
    String second = membrane.revision().supersede(first, fact("Ann", "rum"), "changed").id();
    String third = membrane.revision().supersede(second, fact("Ann", "milk"), "changed").id();
    EraseReport done = erase(second);
    assertThat(done.changedIds()).containsExactlyInAnyOrder(first, third);
    assertThat(revision(first)).isEqualTo(RETRACTED);
    assertThat(revision(third)).isEqualTo(new RevisionState(null, null, RevisionStatus.ACTIVE));
  }

  @Test
  void what_was_learned_or_used_in_an_erased_run_does_not_name_it_in_its_log() {
    String used = observe("Ann", "tea");
    String gone = run("one", "deploy the office", OutcomeStatus.SUCCESS, Map.of());
    run("two", "deploy the office", OutcomeStatus.SUCCESS, Map.of());
    run("three", "deploy the office", OutcomeStatus.SUCCESS, Map.of());
    learn();
    String procedure =
        records().stream().filter(it -> it.type().isProcedure()).findFirst().orElseThrow().id();
    endUsing(gone, OutcomeStatus.FAILURE, List.of(used, procedure));
    assertThat(logs(used, procedure)).contains("Used in episode " + gone);
    end(gone, OutcomeStatus.SUCCESS);
    learn();
    erase(gone);
    assertThat(records()).extracting(MemoryRecord::id).contains(used, procedure);
    assertUnnamed(gone);
  }

  @Test
  void what_an_erased_episode_once_taught_does_not_name_it_in_its_log() {
    String gone = told("one", "the office is in Lisbon");
    end(gone, OutcomeStatus.SUCCESS);
    end(told("two", "the office is in Lisbon"), OutcomeStatus.SUCCESS);
    learn();
    end(gone, OutcomeStatus.FAILURE);
    learn();
    String fact =
        records().stream()
            .filter(it -> it.type() == MemoryType.SEMANTIC)
            .findFirst()
            .orElseThrow()
            .id();
    assertThat(logs(fact)).contains("Episode " + gone + " no longer says so");
    erase(gone);
    assertThat(logs(fact)).contains("Observed again in episode");
    assertUnnamed(gone);
  }

  private String logs(String... ids) {
    StringBuilder rationales = new StringBuilder();
    for (String id : ids) {
      membrane.audit().of(id).forEach(link -> rationales.append(link.entry().rationale()));
    }
    return rationales.toString();
  }

  /** Nothing that stays names a record, neither now nor in a former version. */
  private void assertUnnamed(String id) {
    for (MemoryRecord record : records()) {
      assertThat(CODEC.encode(record)).doesNotContain(id);
      assertThat(logs(record.id())).doesNotContain(id);
      assertThat(membrane.audit().history(record.id(), PageRequest.FIRST).items().toString())
          .doesNotContain(id);
    }
  }

  private void assertRetired(EraseReport done, String... stay) {
    assertThat(done.changedIds()).containsExactlyInAnyOrder(stay);
    assertThat(records()).extracting(MemoryRecord::id).containsExactlyInAnyOrder(stay);
    for (String id : stay) {
      assertThat(revision(id)).as(id).isEqualTo(RETRACTED);
    }
    done.ids().forEach(this::assertUnnamed);
  }

  private RevisionState revision(String id) {
    MemoryRecord record = (MemoryRecord) membrane.retrieval().byId(id, ALL);
    return Objects.requireNonNull(record.revision());
  }

  private String superseding(String object) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject("Ann")
                .predicate("likes")
                .object(new JsonString(object))
                .onConflict(OnConflict.REPLACE)
                .options(IngestOptions.NONE.scope(SCOPE))
                .build())
        .id();
  }

  private String working(String summary) {
    clock.pass(Duration.ofSeconds(1));
    return membrane
        .ingestion()
        .workingState(
            WorkingStateRequest.builder()
                .source("agent")
                .threadId("thread")
                .state(TaskState.EXECUTING)
                .contextSummary(summary)
                .options(IngestOptions.NONE.scope(SCOPE))
                .build())
        .id();
  }
}
