package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.Revision.EraseReport;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.TaskState;
import java.time.Duration;
import java.util.List;
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

  private void assertRetired(EraseReport done, String... stay) {
    assertThat(done.changedIds()).containsExactlyInAnyOrder(stay);
    assertThat(records()).extracting(MemoryRecord::id).containsExactlyInAnyOrder(stay);
    for (String id : stay) {
      assertThat(revision(id)).as(id).isEqualTo(RETRACTED);
    }
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
