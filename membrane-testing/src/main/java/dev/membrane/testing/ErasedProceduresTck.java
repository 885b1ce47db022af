package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveAnswer.AnswerEntry;
import dev.membrane.RetrieveRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.access.NoteValues;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.ToolEffect;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What procedures have from erased runs goes, and so do the runs behind erased procedures. */
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
    final Map<String, Payload> before = procedures();
    assertThat(before).hasSize(2);
    String gone =
        run(
            "three",
            secret[0],
            OutcomeStatus.SUCCESS,
            Map.of("region", secret[1], "as", secret[2]));
    String failed = run("four", secret[0], OutcomeStatus.FAILURE, Map.of("region", secret[1]));
    learn();
    assertThat(procedures()).isNotEqualTo(before);
    EraseReport done = erase(gone, failed);
    assertThat(done.learned()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
    assertThat(procedures()).isEqualTo(before);
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
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(gone)
                .status(OutcomeStatus.SUCCESS)
                .usedRecordIds(List.of(procedure))
                .build());
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

  @Test
  void an_erased_procedure_leaves_nothing_of_its_runs_and_is_not_learned_again() {
    String value = word();
    String task = word();
    for (String episode : List.of("one", "two")) {
      String id = run(episode, task, OutcomeStatus.SUCCESS, Map.of("region", value));
      if (episode.equals("two")) {
        learn();
      }
      assertThat(id).isNotEmpty();
    }
    List<String> procedures =
        records().stream()
            .filter(it -> it.type().isProcedure())
            .map(MemoryRecord::id)
            .toList();
    records().stream()
        .filter(it -> it.type() == MemoryType.EPISODIC || it.type() == MemoryType.SEMANTIC)
        .forEach(it -> membrane.revision().delete(it.id(), ""));
    assertThat(everything().text.toString()).contains(value);
    erase(EraseRequest.ofRecords(procedures));
    erase(
        EraseRequest.ofRecords(
            everything().kept.stream()
                .filter(kept -> kept.trail().stored() == null)
                .map(kept -> kept.trail().id())
                .toList()));
    assertGone(value);
    run("three", "again", OutcomeStatus.SUCCESS, Map.of());
    run("four", "again", OutcomeStatus.SUCCESS, Map.of());
    learn();
    assertThat(learned(MemoryType.COMPETENCE)).isEmpty();
    assertThat(learned(MemoryType.PLAN_GRAPH)).isEmpty();
  }

  @Test
  void an_erased_procedure_takes_its_runs_with_it_that_others_have_crowded_out() {
    String task = "move the tables";
    List<String> runs =
        List.of(changed("one", task, "look", "move"), changed("two", task, "find", "move"));
    learn();
    String procedure = procedureNamed("procedure:move");
    for (int number = 0; number < 64; number++) {
      changed("other " + number, "another task", "tool " + number);
    }
    learn();
    assertThat(store.keptRunsOf(runs)).hasSize(2);
    assertThat(notes()).anyMatch(note -> isKeptIn(note, runs.get(0)));
    erase(procedure);
    assertThat(store.keptRunsOf(runs)).isEmpty();
    assertThat(notes()).noneMatch(note -> runs.stream().anyMatch(id -> isKeptIn(note, id)));
  }

  @Test
  void the_runs_behind_a_skill_and_a_plan_go_with_the_last_of_both() {
    String value = word();
    Map<String, String> arguments = Map.of("region", value);
    List<String> runs =
        List.of(
            run("one", "move the tables", OutcomeStatus.SUCCESS, arguments),
            run("two", "move the chairs", OutcomeStatus.SUCCESS, arguments));
    learn();
    String skill = procedureNamed("skill:check+look+move");
    String plan =
        records().stream()
            .filter(it -> it.type() == MemoryType.PLAN_GRAPH)
            .map(MemoryRecord::id)
            .findFirst()
            .orElseThrow();
    erase(skill);
    assertThat(store.keptRunsOf(runs)).hasSize(2);
    assertThat(procedures()).hasSize(1);
    runs.forEach(id -> membrane.revision().delete(id, ""));
    assertThat(everything().text.toString()).contains(value);
    erase(plan);
    assertThat(store.keptRunsOf(runs)).isEmpty();
    assertGone(value);
  }

  @Test
  void an_erased_procedure_leaves_the_runs_that_skills_and_plans_stand_for() {
    List<String> runs = new ArrayList<>();
    for (String first : List.of("look", "find", "seek")) {
      runs.add(changed(first + " one", "move the tables", first, "move"));
      runs.add(changed(first + " two", "move the tables", first, "move"));
    }
    learn();
    String procedure = procedureNamed("procedure:move");
    int known = procedures().size();
    assertThat(known).isGreaterThan(3);
    erase(procedure);
    assertThat(procedures()).hasSize(known - 1);
    assertThat(store.keptRunsOf(runs)).hasSize(6);
    assertThat(notes()).anyMatch(note -> isKeptIn(note, runs.get(0)));
    records().stream()
        .filter(it -> it.type().isProcedure())
        .forEach(other -> erase(other.id()));
    assertThat(procedures()).isEmpty();
    assertThat(store.keptRunsOf(runs)).isEmpty();
    assertThat(notes()).noneMatch(note -> runs.stream().anyMatch(id -> isKeptIn(note, id)));
  }

  /** Other notes name runs as values. */
  private static boolean isKeptIn(String note, String runId) {
    return note.contains('"' + runId + "\":");
  }

  private String procedureNamed(String name) {
    return records().stream()
        .filter(
            it -> it.payload() instanceof CompetencePayload skill && skill.skillName().equals(name))
        .map(MemoryRecord::id)
        .findFirst()
        .orElseThrow();
  }

  /** A success that calls tools of which only {@code move} changes something. */
  private String changed(String episode, String task, String... tools) {
    String id = told(episode, task);
    for (String tool : tools) {
      called(episode, tool, tool.equals("move") ? ToolEffect.WRITE : ToolEffect.READ);
    }
    end(id, OutcomeStatus.SUCCESS);
    return id;
  }

  private void called(String episode, String tool, ToolEffect effect) {
    membrane
        .ingestion()
        .toolOutput(
            ToolOutputRequest.builder()
                .source("agent")
                .toolName(tool)
                .effect(effect)
                .options(options(episode))
                .build());
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

  private List<String> notes() {
    NoteValues values = new NoteValues(store);
    return store.keys("note:", "", 200).stream()
        .flatMap(note -> values.opened(note).stream())
        .toList();
  }

  private List<String> ownedKeys() {
    return everything().kept.stream()
        .flatMap(kept -> kept.keys().stream())
        .map(Key::value)
        .toList();
  }

  private Map<String, Payload> procedures() {
    Map<String, Payload> procedures = new TreeMap<>();
    for (MemoryRecord record : records()) {
      if (record.payload() instanceof CompetencePayload skill) {
        procedures.put(skill.skillName(), skill);
      } else if (record.payload() instanceof PlanGraphPayload plan) {
        procedures.put(plan.planId(), plan.withVersion("1"));
      }
    }
    return procedures;
  }

  /** Somebody writes once, when the erasure stands in the store. */
  private static final class OnceWrittenStore extends ForwardingStore {

    private @Nullable Runnable writing;

    OnceWrittenStore(MemoryStore store, Runnable writing) {
      super(store);
      this.writing = writing;
    }

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      Runnable once = writing;
      writing = null;
      if (once != null) {
        once.run();
      }
    }

    @Override
    public void close() {}
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
    try (Membrane erasing = over(new OnceWrittenStore(store, writing))) {
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
