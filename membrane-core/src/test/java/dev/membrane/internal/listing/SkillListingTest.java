package dev.membrane.internal.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.TrustContext;
import dev.membrane.internal.retrieve.Remembered;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SkillListingTest {

  private static final Instant LAST = Instant.parse("2026-11-20T08:00:00Z");

  private final Remembered memory = new Remembered();

  @Test
  void a_competence_says_when_to_use_it_how_and_how_often_that_worked() {
    memory.add(skill("skill:edit_file+run_tests", 18, 3));
    AgentSkill skill = all().get(0);
    assertThat(skill.name()).matches("edit-file-run-tests-[0-9a-z]{25}");
    assertThat(skill.type()).isEqualTo(MemoryType.COMPETENCE);
    assertThat(skill.trials()).isEqualTo(21);
    assertThat(skill.successes()).isEqualTo(18);
    assertThat(skill.lastUsedAt()).isEqualTo(LAST);
    assertThat(skill.description())
        .contains("Calls edit_file, then run_tests.", "fix the failing build");
    assertThat(skill.text())
        .startsWith("---\nname: " + skill.name() + "\ndescription: \"")
        .contains(
            "\n  membrane-record: \"" + skill.recordId() + "\"\n",
            "\nWorked 18 of 21 times, last used on 2026-11-20.\n",
            "\n## When to use\n\n- fix the failing build\n",
            "\n## Steps\n\n1. do; tool: `edit_file`\n2. do; tool: `run_tests`\n");
  }

  @Test
  void a_plan_is_a_skill_too() {
    memory.add(
        Remembered.plan("deploy it", null, new PlanMetrics(null, 0.25, 4, LAST), "build", "ship"));
    AgentSkill skill = all().get(0);
    assertThat(skill.name()).matches("deploy-it-[0-9a-z]{25}");
    assertThat(skill.type()).isEqualTo(MemoryType.PLAN_GRAPH);
    assertThat(skill.text())
        .contains("\nWorked 3 of 4 times, last used on 2026-11-20.\n", "\n1. Call `build`\n");
  }

  @Test
  void the_steps_of_a_plan_stand_in_the_order_of_its_edges() {
    List<PlanNode> stored =
        List.of(
            new PlanNode("c", "deploy", null, null),
            new PlanNode("b", "test", null, null),
            new PlanNode("a", "build", null, null));
    PlanEdge first = new PlanEdge("a", "b", EdgeKind.CONTROL);
    memory.add(plan(stored, List.of(first, new PlanEdge("b", "c", EdgeKind.CONTROL))));
    memory.add(plan(stored, List.of(first)));
    assertThat(all().get(0).description()).contains("Calls build, then test, then deploy.");
    assertThat(all().get(0).text())
        .contains("1. Call `build`\n2. Call `test`; after step 1\n3. Call `deploy`; after step 2");
    assertThat(all().get(1).description()).contains("Calls deploy, build, test.");
    assertThat(all().get(1).text())
        .contains("1. Call `deploy`\n2. Call `build`\n3. Call `test`; after step 2\n");
  }

  private static PlanGraphPayload plan(List<PlanNode> nodes, List<PlanEdge> edges) {
    return new PlanGraphPayload("p", "1", "release it", null, null, null, nodes, edges, null, null);
  }

  @Test
  void tools_without_a_recipe_have_no_order() {
    memory.add(
        new CompetencePayload(
            "x", List.of(), List.of(), List.of("b", "a"), List.of(), List.of(), null, null, null));
    assertThat(all().get(0).description()).contains("Calls b, a.");
  }

  @Test
  void what_was_never_used_says_so() {
    memory.add(Remembered.skill("new", null, List.of(), "a"));
    assertThat(all().get(0).text()).contains("\nNot tried yet.\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pay: 402 Payment Required by 'Bank'       | pay: 402 Payment Required by 'Bank'
          pay: order W5744371 of ann@mail.it        | pay: order {{id}} of {{email}}
          wait: it took 30,000 ms                   | wait: it took {{number}} ms
          load: no file /srv/acme/list.csv          | load: no file {{path}}
          run: java.lang.IllegalStateException      | run: java.lang.IllegalStateException
          run: Zk8sQmPlAbcdEfghIjklMnopQ is unknown | run: {{id}} is unknown
          buy: economy is sold out                  | buy: {{cabin}} is sold out
          """)
  void a_failure_mode_stays_but_for_what_one_case_is_about(String mode, String shown) {
    JsonObject cabin = new JsonObject(Map.of("default", JsonValue.of("economy")));
    JsonObject schema = new JsonObject(Map.of("cabin", cabin));
    memory.add(
        new CompetencePayload(
            "x",
            List.of(),
            List.of(new RecipeStep("do", "buy", schema, null)),
            List.of(),
            List.of(mode),
            List.of(),
            null,
            null,
            null));
    assertThat(all().get(0).text()).endsWith("\n## Failure modes\n\n- " + shown + "\n");
  }

  @Test
  void what_stopped_working_is_listed_only_if_asked_for_and_says_so() {
    String bad = memory.add(skill("bad", 0, 9));
    String good = memory.add(skill("good", 9, 0));
    assertThat(all()).extracting(AgentSkill::recordId).containsExactly(good);
    List<AgentSkill> both = list(ListSkillsRequest.builder().includeStopped(true).build()).items();
    assertThat(both).extracting(AgentSkill::recordId).containsExactly(bad, good);
    assertThat(both).extracting(AgentSkill::stoppedWorking).containsExactly(true, false);
    assertThat(both.get(0).text()).contains("**This skill stopped working:**");
    assertThat(both.get(1).text()).doesNotContain("stopped working");
    assertThat(list(ListSkillsRequest.builder().name(both.get(0).name()).build()).items())
        .isEmpty();
  }

  @Test
  void pages_have_every_skill_once_whatever_is_written_between_them() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ids.add(memory.add(skill("good " + i, 9, 0)));
      memory.add(skill("bad " + i, 0, 9));
      memory.event("no skill");
    }
    for (int size = 1; size <= 8; size++) {
      List<String> listed = new ArrayList<>();
      PageRequest page = PageRequest.FIRST.ofSize(size);
      String cursor = "";
      do {
        Page<AgentSkill> found = list(ListSkillsRequest.builder().page(page.after(cursor)).build());
        found.items().forEach(skill -> listed.add(skill.recordId()));
        cursor = found.nextCursor();
        memory.add(skill("bad", 0, 9));
      } while (!cursor.isEmpty());
      assertThat(listed).as("pages of %s", size).isEqualTo(ids);
    }
  }

  @Test
  void names_are_unique_and_each_finds_its_own() {
    for (int i = 0; i < 3; i++) {
      memory.add(skill("same", 9, 0));
    }
    List<AgentSkill> skills = all();
    assertThat(skills).extracting(AgentSkill::name).doesNotHaveDuplicates().hasSize(3);
    for (AgentSkill skill : skills) {
      assertThat(list(ListSkillsRequest.builder().name(skill.name()).build()))
          .isEqualTo(new Page<>(List.of(skill), ""));
    }
    String other = "other" + skills.get(0).name().substring("same".length());
    assertThat(list(ListSkillsRequest.builder().name(other).build()).items()).isEmpty();
    assertThat(list(ListSkillsRequest.builder().name("same").build()).items()).isEmpty();
    assertThat(list(ListSkillsRequest.builder().name("a-" + "z".repeat(25)).build()).items())
        .isEmpty();
  }

  @Test
  void only_what_is_seen_in_full_is_a_skill() {
    Caller low = seeing(Sensitivity.LOW);
    String seen = memory.add(skill("seen", 9, 0));
    String above =
        memory.add(skill("above", 9, 0), record -> record.sensitivity(Sensitivity.MEDIUM));
    String apart = memory.add(skill("apart", 9, 0), record -> record.scope("other"));
    assertThat(memory.listing().skills(ListSkillsRequest.builder().build(), low).items())
        .extracting(AgentSkill::recordId)
        .containsExactly(seen);
    for (String hidden : List.of(above, apart)) {
      ListSkillsRequest request = ListSkillsRequest.builder().name(named(hidden).name()).build();
      assertThat(memory.listing().skills(request, low).items()).isEmpty();
    }
    PageRequest narrow = PageRequest.FIRST.under(TrustContext.upTo(Sensitivity.LOW));
    assertThat(list(ListSkillsRequest.builder().page(narrow).build()).items())
        .extracting(AgentSkill::recordId)
        .containsExactly(seen, apart);
  }

  /** The mean that a procedure is measured by is that of its own scope, on every page. */
  @Test
  void what_is_on_the_page_beside_it_does_not_decide_whether_a_skill_works() {
    memory.add(skill("weak", 1, 3), record -> record.scope("a"));
    for (int i = 0; i < 3; i++) {
      memory.add(skill("strong " + i, 9, 0), record -> record.scope("b"));
    }
    List<AgentSkill> together = all();
    for (AgentSkill skill : together) {
      assertThat(list(ListSkillsRequest.builder().name(skill.name()).build()).items())
          .containsExactly(skill);
    }
    assertThat(together).hasSize(4);
  }

  @Test
  void who_may_not_retrieve_is_refused() {
    Caller writer = Caller.named("w").permitted(Set.of(Permission.INGEST));
    assertThatThrownBy(() -> memory.listing().skills(ListSkillsRequest.builder().build(), writer))
        .isInstanceOf(AccessDeniedException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "a--b", "-a", "a-", "a/b", "..", "ä", "a b"})
  void a_name_that_is_none_is_refused(String name) {
    assertThatThrownBy(() -> list(ListSkillsRequest.builder().name(name).build()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("name must be 1 to 64 lower-case letters");
  }

  @Test
  void a_cursor_of_another_question_is_refused() {
    memory.add(skill("one", 9, 0));
    memory.add(skill("two", 9, 0));
    PageRequest page = PageRequest.FIRST.ofSize(1);
    String cursor = list(ListSkillsRequest.builder().page(page).build()).nextCursor();
    ListSkillsRequest other =
        ListSkillsRequest.builder().page(page.after(cursor)).includeStopped(true).build();
    assertThatThrownBy(() -> list(other))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("cursor");
  }

  private static CompetencePayload skill(String name, long worked, long failed) {
    return Remembered.skill(
        name,
        new PerformanceStats(worked, failed, 0.5, null, LAST),
        List.of(new Trigger("fix the failing build", null)),
        "edit_file",
        "run_tests");
  }

  private static Caller seeing(Sensitivity ceiling) {
    return Caller.named("ann").upTo(ceiling).in("team").permitted(Set.of(Permission.RETRIEVE));
  }

  private List<AgentSkill> all() {
    return list(ListSkillsRequest.builder().build()).items();
  }

  private AgentSkill named(String id) {
    return all().stream().filter(it -> it.recordId().equals(id)).findFirst().orElseThrow();
  }

  private Page<AgentSkill> list(ListSkillsRequest request) {
    return memory.listing().skills(request, Caller.ANONYMOUS);
  }
}
