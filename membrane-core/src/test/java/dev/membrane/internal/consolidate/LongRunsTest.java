package dev.membrane.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.ChangeReason;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is learned from runs that are too long for one record. */
class LongRunsTest {

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);
  private int count;

  @Test
  void a_run_of_several_records_is_one_run() {
    Set<String> first = run("fetch", "parse", "store");
    end(first, OutcomeStatus.SUCCESS);
    house.consolidation.run();

    assertThat(first).hasSizeGreaterThan(1);
    assertThat(runs.skills()).isEmpty();

    Set<String> second = run("fetch", "parse", "store");
    end(second, OutcomeStatus.SUCCESS);
    house.consolidation.run();

    assertThat(runs.skills()).hasSize(1);
    CompetencePayload skill = runs.skills().get(0);
    assertThat(skill.skillName()).isEqualTo("skill:fetch+parse+store");
    assertThat(skill.performance().successCount()).isEqualTo(2);
  }

  /** Each with other arguments, and with a value that every call tells and uses. */
  @Test
  void notes_about_long_runs_stay_small() {
    for (int run = 0; run < 4; run++) {
      longRun(run);
    }
    house.consolidation.run();

    assertThat(house.store.keys("note:", "", 100))
        .isNotEmpty()
        .allSatisfy(note -> assertThat(note.value().length()).isLessThan(256 * 1024));
    assertThat(runs.plans()).hasSize(1);
    CompetencePayload skill = runs.skills().get(0);
    assertThat(skill.performance().successCount()).isEqualTo(4);
    assertThat(skill.recipe()).hasSize(150);
    assertThat(skill.recipe().get(0).argsSchema()).isNotNull();
  }

  private void longRun(int run) {
    IngestOptions options = EngineFixture.episode("long run " + run);
    JsonValue project = JsonValue.of("project");
    String id = "";
    for (int call = 0; call < 150; call++) {
      JsonValue own = JsonValue.of((run + "-" + call + " ").repeat(50).substring(0, 150));
      JsonObject args = new JsonObject(Map.of("project", project, "a", own, "b", own, "c", own));
      id =
          house
              .service
              .record(
                  ToolOutputRequest.builder()
                      .source("agent")
                      .toolName("edit")
                      .args(args)
                      .result(project)
                      .options(options)
                      .build())
              .id();
    }
    end(Set.of(id), OutcomeStatus.SUCCESS);
  }

  @Test
  void every_part_teaches_its_facts_once() {
    Set<String> ids = run("fetch", "parse", "store");
    end(ids, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    int commits = house.store.commits().size();
    house.consolidation.run();

    List<SemanticPayload> facts = runs.facts();
    assertThat(facts).hasSize(4);
    assertThat(facts)
        .allSatisfy(
            fact ->
                assertThat(fact.evidence())
                    .extracting(ProvenanceRef::sourceId)
                    .containsExactly(ids.iterator().next()));
    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void another_outcome_takes_back_what_all_parts_have_taught() {
    Set<String> ids = run("fetch", "parse", "store");
    end(ids, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    end(ids, OutcomeStatus.FAILURE);
    house.consolidation.run();

    assertThat(runs.facts()).isEmpty();
  }

  @Test
  void a_run_without_an_outcome_settles_with_its_last_part() {
    IngestOptions run = EngineFixture.episode("run");
    Set<String> ids = new LinkedHashSet<>();
    call("fetch", run, ids);
    house.pass(Duration.ofHours(20));
    call("parse", run, ids);
    house.pass(Duration.ofHours(20));
    call("store", run, ids);
    house.pass(Duration.ofHours(10));
    house.consolidation.run();
    assertThat(house.store.commits())
        .noneMatch(
            commit ->
                commit.keysAdded().stream()
                    .anyMatch(key -> key.name().startsWith("learned:competence")));

    house.pass(Duration.ofHours(14));
    house.consolidation.run();

    assertThat(learned(ids)).hasSameSizeAs(ids);
  }

  @Test
  void a_change_of_salience_neither_loses_nor_delays_what_a_run_without_an_outcome_teaches() {
    Set<String> ids = unfinished("fetch", "parse");
    house.pass(Duration.ofHours(5));
    house.decay.reinforce(ids.iterator().next(), ChangeReason.of("", ""), Caller.ANONYMOUS);
    house.pass(Duration.ofHours(18));
    house.consolidation.run();
    assertThat(learned(ids)).isEmpty();

    house.pass(Duration.ofHours(1));
    house.consolidation.run();

    assertThat(learned(ids)).hasSameSizeAs(ids);
  }

  @Test
  void a_part_that_is_due_before_the_others_have_settled_comes_up_again() {
    Set<String> ids = unfinished("fetch", "parse");
    house.pass(Duration.ofHours(5));
    // An audit log is read in an excerpt, so many changes hide when the last part was added.
    for (int i = 0; i < StoredRecord.AUDIT_EXCERPT; i++) {
      ids.forEach(id -> house.decay.reinforce(id, ChangeReason.of("", ""), Caller.ANONYMOUS));
    }
    house.pass(Duration.ofHours(19));
    house.consolidation.run();
    house.pass(Duration.ofHours(5));
    house.consolidation.run();

    assertThat(learned(ids)).hasSameSizeAs(ids);
    int commits = house.store.commits().size();
    house.pass(Duration.ofDays(1));
    house.consolidation.run();
    assertThat(house.store.commits()).hasSize(commits);
  }

  private Set<String> unfinished(String... tools) {
    IngestOptions run = EngineFixture.episode("run");
    Set<String> ids = new LinkedHashSet<>();
    for (String tool : tools) {
      call(tool, run, ids);
    }
    assertThat(ids).hasSizeGreaterThan(1);
    return ids;
  }

  private List<Key> learned(Set<String> ids) {
    return house.store.find(ids.stream().map(id -> "learned:competence:" + id).toList());
  }

  private Set<String> run(String... tools) {
    IngestOptions run = EngineFixture.episode("run " + count++);
    Set<String> ids = new LinkedHashSet<>();
    ids.add(said("import the list", run));
    for (String tool : tools) {
      house.pass(Duration.ofMillis(100));
      call(tool, run, ids);
      ids.add(said("done with " + tool, run));
    }
    return ids;
  }

  private String said(String words, IngestOptions run) {
    return house
        .service
        .record(
            EventRequest.builder()
                .source("agent")
                .eventKind("user_input")
                .ref("m")
                .summary(words)
                .options(run)
                .build())
        .id();
  }

  private void call(String tool, IngestOptions run, Set<String> ids) {
    JsonString result = new JsonString("x".repeat(150_000));
    ids.add(
        house
            .service
            .record(
                ToolOutputRequest.builder()
                    .source("agent")
                    .toolName(tool)
                    .result(result)
                    .options(run)
                    .build())
            .id());
  }

  private void end(Set<String> ids, OutcomeStatus status) {
    List<String> all = new ArrayList<>(ids);
    house.service.record(
        OutcomeRequest.builder()
            .source("agent")
            .targetRecordId(all.get(all.size() - 1))
            .status(status)
            .build());
  }
}
