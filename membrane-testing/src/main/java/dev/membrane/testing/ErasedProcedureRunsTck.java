package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Revision.EraseReport;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The runs behind an erased procedure go with it, unless others stand for them. */
public abstract class ErasedProcedureRunsTck extends ErasureScenes {

  /** For subclasses. */
  protected ErasedProcedureRunsTck() {}

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
        records().stream().filter(it -> it.type().isProcedure()).map(MemoryRecord::id).toList();
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
    assertThat(proceduresByName()).hasSize(1);
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
    int known = proceduresByName().size();
    assertThat(known).isGreaterThan(3);
    erase(procedure);
    assertThat(proceduresByName()).hasSize(known - 1);
    assertThat(store.keptRunsOf(runs)).hasSize(6);
    assertThat(notes()).anyMatch(note -> isKeptIn(note, runs.get(0)));
    records().stream().filter(it -> it.type().isProcedure()).forEach(other -> erase(other.id()));
    assertThat(proceduresByName()).isEmpty();
    assertThat(store.keptRunsOf(runs)).isEmpty();
    assertThat(notes()).noneMatch(note -> runs.stream().anyMatch(id -> isKeptIn(note, id)));
  }

  @Test
  void runs_without_a_scope_stay_when_a_scope_is_erased() {
    where = IngestOptions.NONE.unscoped();
    List<String> runs =
        List.of(
            changed("one", "move the tables", "look", "move"),
            changed("two", "move the chairs", "find", "move"));
    learn();
    runs.forEach(id -> membrane.revision().delete(id, "they moved"));
    where = IngestOptions.NONE.scope(SCOPE);
    changed("three", "move the lamps", "look", "move");
    EraseReport report = erase(EraseRequest.ofScope(SCOPE));
    assertThat(report.prunedIds()).isEmpty();
    assertThat(store.keptRunsOf(runs)).hasSize(2);
    assertThat(everything().text.toString()).contains("they moved");
    assertThat(proceduresByName()).containsKey("procedure:move");
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
}
