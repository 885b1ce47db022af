package dev.membrane.testing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.spi.commit.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How an erased run ended, and what it used, counts for no procedure any more. */
public abstract class ErasedOutcomesTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedOutcomesTck() {}

  @Test
  void a_use_that_a_run_has_reported_goes_with_it() {
    run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    run("two", "move the chairs", OutcomeStatus.SUCCESS, Map.of());
    learn();
    String procedure =
        records().stream()
            .filter(it -> it.type() == MemoryType.COMPETENCE)
            .map(MemoryRecord::id)
            .findFirst()
            .orElseThrow();
    String gone = told("three", "move the shelves");
    endUsing(gone, OutcomeStatus.SUCCESS, List.of(procedure));
    assertThat(ownedKeys()).anyMatch(value -> value.contains(gone));
    erase(gone);
    assertThat(ownedKeys()).noneMatch(value -> value.contains(gone));
  }

  @Test
  void a_run_that_failed_at_a_step_counts_against_no_procedure_once_it_is_erased() {
    run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    run("two", "move the tables now", OutcomeStatus.SUCCESS, Map.of());
    learn();
    String untried = "\"success_at_best\":0.99";
    assertThat(explained("move the tables")).contains(untried);
    String failed = failedAtOnce("three");
    assertThat(explained("move the tables")).doesNotContain(untried);
    erase(failed);
    assertThat(explained("move the tables")).contains(untried);
  }

  @Test
  void a_run_that_failed_at_a_step_and_was_deleted_counts_until_it_is_erased() {
    run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    run("two", "move the tables now", OutcomeStatus.SUCCESS, Map.of());
    String first = failedAtOnce("three");
    String second = failedAtOnce("four");
    learn();
    membrane.revision().delete(first, "");
    membrane.revision().delete(second, "");
    assertThat(abortedRuns()).singleElement().asString().contains(first, second);
    erase(first);
    assertThat(abortedRuns()).singleElement().asString().contains(second).doesNotContain(first);
    erase(second);
    assertThat(abortedRuns()).isEmpty();
  }

  private String failedAtOnce(String episode) {
    String id = told(episode, "move the shelves");
    called(episode, "look", Map.of(), Map.of("error", "it is dark"));
    end(id, OutcomeStatus.FAILURE);
    return id;
  }

  private List<Key> abortedRuns() {
    return store.keys("aborted:", "", 100);
  }

  /** The erasure removes all that was counted in its scope, also of what is written meanwhile. */
  @Test
  void an_outcome_that_is_no_longer_counted_is_taken_back_to_none() {
    observe("Ann", word());
    List<String> late = new ArrayList<>();
    Runnable writing =
        () -> {
          late.add(skill());
          late.add(told("late", "carry the chairs"));
          end(late.get(1), OutcomeStatus.FAILURE, late.get(0));
        };
    try (Membrane erasing = over(NumberedCommits.after(1, store, writing))) {
      erasing.revision().erase(EraseRequest.ofScope(SCOPE));
    }
    for (int number = 0; number < 3; number++) {
      run("run " + number, "move the tables", OutcomeStatus.SUCCESS, Map.of());
    }
    learn();
    assertThat(explained("move the tables")).containsPattern("\"mean_success\":0\\.8[,}]");
    for (OutcomeStatus status : List.of(OutcomeStatus.SUCCESS, OutcomeStatus.PARTIAL)) {
      end(late.get(1), status, late.get(0));
      assertThat(explained("move the tables")).containsPattern("\"mean_success\":0\\.8[,}]");
    }
    end(late.get(1), OutcomeStatus.FAILURE, late.get(0));
    assertThat(explained("move the tables")).containsPattern("\"mean_success\":0\\.66");
  }

  /** What was known then of the others went with it. */
  @Test
  void outcomes_that_are_left_count_for_the_past_as_they_are_known_today() {
    String skill = skill();
    String gone = told("one", "carry the chairs");
    end(gone, OutcomeStatus.SUCCESS, skill);
    end(told("two", "carry the tables"), OutcomeStatus.FAILURE, skill);
    clock.pass(Duration.ofSeconds(1));
    Instant then = clock.instant();
    end(told("three", "carry the shelves"), OutcomeStatus.FAILURE, skill);
    assertThat(failures(then)).isEqualTo(1);
    erase(gone);
    assertThat(failures(then)).isEqualTo(2);
  }

  private long failures(Instant asOf) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(ALL)
            .memoryTypes(Set.of(MemoryType.COMPETENCE))
            .taskDescriptor("carry")
            .view(AnswerView.COMPACT)
            .asOf(asOf)
            .build();
    MemoryRecord skill = (MemoryRecord) membrane.retrieval().retrieve(request).results().get(0);
    return requireNonNull(((CompetencePayload) skill.payload()).performance()).failureCount();
  }

  private String skill() {
    RecordDraft skill =
        CODEC.decodeDraft(
            """
            {"type":"competence","sensitivity":"low","scope":"place",
             "provenance":{"sources":[{"kind":"observation","ref":"ann"}]},
             "payload":{"kind":"competence","skill_name":"carry","triggers":[],"recipe":[]}}
            """);
    RecordRequest request = RecordRequest.of("ann", skill);
    return membrane.ingestion().record(request).id();
  }

  private void end(String id, OutcomeStatus end, String used) {
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(id)
                .status(end)
                .usedRecordIds(List.of(used))
                .build());
  }

  private String explained(String task) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(ALL)
            .memoryTypes(Set.of(MemoryType.COMPETENCE))
            .taskDescriptor(task)
            .explain(true)
            .build();
    return membrane.retrieval().retrieve(request).entries().stream()
        .map(AnswerEntry::explanation)
        .map(CODEC::write)
        .collect(Collectors.joining());
  }
}
