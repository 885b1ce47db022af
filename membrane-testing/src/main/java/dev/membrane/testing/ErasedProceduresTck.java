package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What procedures and notes have from erased runs goes. */
public abstract class ErasedProceduresTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedProceduresTck() {}

  @Test
  void procedures_are_as_if_an_erased_run_had_never_been() {
    String[] secret = {word(), word(), word()};
    Map<String, String> usual = Map.of("region", "north");
    run("one", "move the tables", OutcomeStatus.SUCCESS, usual);
    run("two", "move the tables now", OutcomeStatus.SUCCESS, usual);
    clock.pass(Duration.ofMinutes(1));
    learn();
    final Map<String, Payload> before = proceduresByName();
    assertThat(before).hasSize(2);
    String gone =
        run(
            "three",
            secret[0],
            OutcomeStatus.SUCCESS,
            Map.of("region", secret[1], "as", secret[2]));
    String failed = run("four", secret[0], OutcomeStatus.FAILURE, Map.of("region", secret[1]));
    learn();
    assertThat(proceduresByName()).isNotEqualTo(before);
    EraseReport done = erase(gone, failed);
    assertThat(done.learned()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
    assertThat(proceduresByName()).isEqualTo(before);
    assertThat(store.keptRunsOf(List.of(gone))).isEmpty();
    assertThat(ownedKeys()).noneMatch(value -> value.contains(gone) || value.contains(failed));
    assertGone(secret);
  }

  @Test
  void a_retracted_procedure_loses_what_it_has_from_an_erased_run() {
    String secret = word();
    Map<String, String> usual = Map.of("region", secret);
    String gone = run("one", "move the tables", OutcomeStatus.SUCCESS, usual);
    run("two", "move the tables now", OutcomeStatus.SUCCESS, Map.of("region", secret));
    String last = run("three", "move the tables again", OutcomeStatus.SUCCESS, Map.of());
    learn();
    records().stream()
        .filter(it -> it.type().isProcedure())
        .forEach(it -> membrane.revision().retract(it.id(), ""));
    String second =
        records().stream()
            .filter(it -> it.type() == MemoryType.EPISODIC)
            .map(MemoryRecord::id)
            .filter(id -> !id.equals(gone) && !id.equals(last))
            .findFirst()
            .orElseThrow();
    run("four", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    learn();
    erase(gone, second);
    assertThat(learned(MemoryType.COMPETENCE)).isNotEmpty();
    assertGone(secret);
  }

  @Test
  void a_procedure_that_too_few_runs_are_left_of_goes_with_them() {
    String one = run("one", "move the tables", OutcomeStatus.SUCCESS, Map.of());
    String two = run("two", "move the chairs", OutcomeStatus.SUCCESS, Map.of());
    learn();
    assertThat(learned(MemoryType.COMPETENCE)).hasSize(1);
    EraseReport done = erase(one);
    assertThat(done.learned())
        .isEqualTo(Map.of(MemoryType.COMPETENCE, 1L, MemoryType.SEMANTIC, 1L));
    assertThat(learned(MemoryType.PLAN_GRAPH)).hasSize(1);
    erase(two);
    assertThat(learned(MemoryType.PLAN_GRAPH)).isEmpty();
  }

  /**
   * The word is in all that a run was asked, given and tagged with, and in the error of a failure.
   */
  private String wordy(String episode, String word, OutcomeStatus end) {
    IngestOptions options = IngestOptions.NONE.scope(SCOPE).episode(episode);
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("ann")
                    .eventKind("user")
                    .ref("message")
                    .summary("move " + word + "kk")
                    .options(options.tags(List.of(word)))
                    .build())
            .id();
    for (String tool : List.of("look", "move", "check")) {
      boolean isError = end == OutcomeStatus.FAILURE && tool.equals("check");
      Object result = isError ? Map.of("error", word) : "ok";
      called(episode, tool, Map.of("region", word), result);
    }
    end(id, end);
    return id;
  }

  @Test
  void no_note_keeps_words_of_runs_that_were_deleted_before_and_their_kind_is_learned_again() {
    String[] secret = {word(), word(), word()};
    String one = wordy("one", secret[0], OutcomeStatus.SUCCESS);
    String two = wordy("two", secret[1], OutcomeStatus.SUCCESS);
    String failed = wordy("three", secret[2], OutcomeStatus.FAILURE);
    learn();
    for (String id : List.of(one, two, failed)) {
      membrane.revision().delete(id, "");
    }
    assertThat(everything().text.toString()).contains(secret);
    for (String id : List.of(one, failed, two)) {
      erase(id);
    }
    assertThat(records()).isEmpty();
    assertGone(secret);
    assertGone("note:");
    wordy("four", word(), OutcomeStatus.SUCCESS);
    wordy("five", word(), OutcomeStatus.SUCCESS);
    learn();
    assertThat(learned(MemoryType.COMPETENCE)).hasSize(1);
    assertThat(learned(MemoryType.PLAN_GRAPH)).hasSize(1);
  }

  @Test
  void runs_that_were_deleted_before_leave_no_word_where_others_support_their_procedure() {
    String secret = word();
    String failed = wordy("one", secret, OutcomeStatus.FAILURE);
    String gone = wordy("two", secret, OutcomeStatus.SUCCESS);
    wordy("three", word(), OutcomeStatus.SUCCESS);
    wordy("four", word(), OutcomeStatus.SUCCESS);
    learn();
    assertThat(successesAndFailures()).containsExactly(3L, 1L);
    membrane.revision().delete(failed, "");
    membrane.revision().delete(gone, "");
    erase(failed, gone);
    assertGone(secret);
    assertThat(successesAndFailures()).containsExactly(2L, 0L);
    assertThat(learned(MemoryType.PLAN_GRAPH)).hasSize(1);
    String later = word();
    String last = wordy("five", later, OutcomeStatus.SUCCESS);
    learn();
    assertThat(successesAndFailures()).containsExactly(3L, 0L);
    erase(last);
    assertGone(later);
    assertThat(successesAndFailures()).containsExactly(2L, 0L);
    erase(EraseRequest.ofScope(SCOPE));
    assertGone("note:");
  }

  private List<Long> successesAndFailures() {
    return learned(MemoryType.COMPETENCE).stream()
        .map(skill -> Objects.requireNonNull(((CompetencePayload) skill).performance()))
        .flatMap(stats -> Stream.of(stats.successCount(), stats.failureCount()))
        .toList();
  }

  /** A note names the latest of its runs only. */
  @Test
  void a_run_of_many_that_was_deleted_before_leaves_no_word_where_there_is_no_procedure() {
    String secret = word();
    String gone = wordy("one", secret, OutcomeStatus.FAILURE);
    for (int number = 0; number < 21; number++) {
      clock.pass(Duration.ofSeconds(1));
      wordy("run " + number, word(), OutcomeStatus.FAILURE);
    }
    learn();
    membrane.revision().delete(gone, "");
    assertThat(notes()).anyMatch(note -> note.contains(secret)).noneMatch(it -> it.contains(gone));
    erase(gone);
    assertGone(secret);
  }
}
