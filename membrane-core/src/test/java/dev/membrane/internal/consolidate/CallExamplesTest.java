package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.RecordRequest;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A procedure of which every step calls the same tool says what the tool is given. */
class CallExamplesTest {

  private static final String ASKED = "please ship it";

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @ParameterizedTest
  @EnumSource(names = {"COMPETENCE", "PLAN_GRAPH"})
  void a_step_has_what_the_commands_of_all_runs_have_in_common(MemoryType type) {
    ended(OutcomeStatus.SUCCESS, "git pull --rebase", "pytest tests_a -q", "git push origin one");
    ended(OutcomeStatus.FAILURE, "git status", "rm tests_a", "git push origin zero");
    ended(OutcomeStatus.SUCCESS, "git pull --rebase", "pytest -q", "git push origin two");
    assertThat(text(type))
        .containsPattern("1\\. Call `?bash`?; arguments: `id`.* like `git pull --rebase`\n")
        .containsPattern("2\\. Call `?bash`?; arguments: `id`.* like `pytest … -q`")
        .containsPattern("3\\. Call `?bash`?; arguments: `id`.* like `git push origin …`")
        .doesNotContain("tests_a", "origin one", "origin two", "git status");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mail ann@example.com now            | mail {{email}} now
          refund W5744371 now                 | refund … now
          refund for Zoe Quintero now         | refund for … now
          refund for Zoe Quintero: one        | refund for … one
          refund for Maria van der Berg now   | refund for … now
          refund for Zoe M. Quintero now      | refund for … now
          refund --to="Zoe Quintero" now      | refund … now
          curl -H token=hunter-two host       | curl -H token={{secret}} host
          sort /srv/acme/list.csv -o out      | sort … -o out
          login Zk8sQmPlAbcdEfghIjklMnopQ now | login … now
          """)
  void what_looks_like_the_data_of_one_customer_is_left_out(String command, String shown) {
    ended(OutcomeStatus.SUCCESS, "a", command, "b");
    ended(OutcomeStatus.SUCCESS, "c", command, "d");
    assertThat(text(MemoryType.COMPETENCE)).contains(" like `" + shown + "`\n");
  }

  @ParameterizedTest
  @CsvSource({"2, 2, false", "2, 1, false", "3, 1, true"})
  void what_half_of_the_runs_were_told_is_left_out(int all, int told, boolean isShown) {
    for (int i = 0; i < all; i++) {
      String asked = i < told ? "refund Zoe, please" : ASKED;
      runs.ended(OutcomeStatus.SUCCESS, asked, bash("look", "refund Zoe", "bye"));
    }
    house.consolidation.run();
    assertThat(text(MemoryType.COMPETENCE).contains(" like `refund Zoe`")).isEqualTo(isShown);
  }

  @Test
  void one_success_is_no_example() {
    ended(OutcomeStatus.SUCCESS, "git pull", "pytest", "git push");
    assertThat(text(MemoryType.PLAN_GRAPH)).contains("arguments: `id`").doesNotContain(" like `");
  }

  @Test
  void a_run_that_was_deleted_is_no_example() {
    ended(OutcomeStatus.SUCCESS, "git pull", "pytest", "git push");
    String id = ended(OutcomeStatus.SUCCESS, "git pull", "pytest", "git push");
    assertThat(text(MemoryType.COMPETENCE)).contains(" like `pytest`");
    house.delete(id);
    assertThat(text(MemoryType.COMPETENCE)).doesNotContain(" like `pytest`");
  }

  @Test
  void runs_of_another_scope_are_no_examples() {
    for (String scope : List.of("one", "one", "two", "two")) {
      String test = scope.equals("one") ? "pytest" : "mvn test";
      runs.ended(
          IngestOptions.NONE.scope(scope), OutcomeStatus.SUCCESS, ASKED, bash("a", test, "b"));
    }
    house.consolidation.run();
    for (AgentSkill skill : skills()) {
      assertThat(skill.text().contains("pytest")).isEqualTo("one".equals(skill.scope()));
      assertThat(skill.text().contains("mvn test")).isEqualTo("two".equals(skill.scope()));
    }
    assertThat(skills()).hasSize(4);
  }

  /** Whoever stores a procedure says freely what it is learned from. */
  @ParameterizedTest
  @CsvSource({"HIGH, true", "LOW, false"})
  void runs_of_another_level_are_no_examples(Sensitivity level, boolean isShown) {
    IngestOptions high = IngestOptions.NONE.sensitivity(Sensitivity.HIGH);
    List<ProvenanceSource> sources = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String id = runs.ended(high, OutcomeStatus.SUCCESS, ASKED, bash("pytest"));
      sources.add(new ProvenanceSource(ProvenanceKind.EVENT, id, null, null, null));
    }
    house.consolidation.run();
    JsonObject schema = new JsonObject(Map.of("id", new JsonObject(Map.of())));
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.COMPETENCE)
            .sensitivity(level)
            .payload(
                new CompetencePayload(
                    "stored",
                    List.of(),
                    List.of(new RecipeStep("do", "bash", schema, null)),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    null,
                    null))
            .provenance(new Provenance(sources, "agent"))
            .build();
    String id = house.service.record(RecordRequest.of("agent", draft)).id();
    assertThat(text(id).contains(" like `pytest`")).isEqualTo(isShown);
  }

  private String ended(OutcomeStatus status, String... commands) {
    String id = runs.ended(status, ASKED, bash(commands));
    house.consolidation.run();
    return id;
  }

  private static Call[] bash(String... commands) {
    return List.of(commands).stream().map(each -> call("bash", each)).toArray(Call[]::new);
  }

  private String text(MemoryType type) {
    return text(runs.all(type).get(0).id());
  }

  private String text(String id) {
    return skills().stream()
        .filter(skill -> skill.recordId().equals(id))
        .findFirst()
        .orElseThrow()
        .text();
  }

  private List<AgentSkill> skills() {
    return house.listing().skills(ListSkillsRequest.builder().build(), Caller.ANONYMOUS).items();
  }
}
