package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What skills and plans are made of, and when they change. */
class SkillsAndPlansTest {

  private static final Call LOOK = call("look", "a-1");
  private static final Call FIX = call("fix", "a-1");
  private static final Call TEST = call("test", "all");

  private final EngineFixture house = new EngineFixture();
  private final Runs runs = new Runs(house);

  @Test
  void a_plan_is_trusted_as_far_as_successes_stand_behind_it() {
    Call[] steps = {call("look", "a"), call("act", "b"), call("log", "c")};
    runs.ended(OutcomeStatus.PARTIAL, "do it", steps);
    assertThat(confidenceOfPlan()).isZero();
    runs.ended(OutcomeStatus.PARTIAL, "do it", steps);
    assertThat(confidenceOfPlan()).isZero();
    runs.ended(OutcomeStatus.FAILURE, "do it", steps);
    assertThat(confidenceOfPlan()).isZero();
    runs.ended(OutcomeStatus.SUCCESS, "do it", steps);
    // The lower bound of one of two, by Wilson's formula with 1.96.
    assertThat(confidenceOfPlan()).isCloseTo(0.0945, within(0.0001));
  }

  private double confidenceOfPlan() {
    house.consolidation.run();
    return runs.all(MemoryType.PLAN_GRAPH).get(0).confidence();
  }

  @Test
  void a_skill_needs_two_successes_and_counts_what_follows() {
    runs.ended(OutcomeStatus.SUCCESS, "red build", LOOK, FIX, call("test", "unit"));
    house.consolidation.run();
    assertThat(runs.skills()).isEmpty();
    runs.ended(OutcomeStatus.SUCCESS, "red build", LOOK, FIX, call("test", "all"));
    assertThat(house.consolidation.run().of("competence").created()).isEqualTo(1);
    runs.ended(OutcomeStatus.FAILURE, "odd build", FIX, LOOK, TEST);
    house.consolidation.run();

    CompetencePayload skill = runs.skills().get(0);
    assertThat(skill.skillName()).isEqualTo("skill:fix+look+test");
    assertThat(skill.recipe()).extracting(RecipeStep::tool).containsExactly("look", "fix", "test");
    assertThat(skill.recipe().get(0).argsSchema()).isEqualTo(argument("string", "a-1"));
    assertThat(skill.recipe().get(2).argsSchema()).isEqualTo(argument("string", null));
    assertThat(skill.triggers()).extracting(Trigger::signal).containsExactly("red build");
    assertThat(skill.requiredTools()).containsExactly("fix", "look", "test");
    assertThat(skill.failureModes()).containsExactly("an unknown cause after test");
    assertThat(skill.performance().successCount()).isEqualTo(2);
    assertThat(skill.performance().failureCount()).isEqualTo(1);
    assertThat(skill.performance().successRate()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(skill.performance().avgLatencyMs()).isEqualTo(300);
  }

  @Test
  void five_straight_failures_take_half_of_the_trust_in_a_skill() {
    for (int i = 0; i < 25; i++) {
      runs.ended(OutcomeStatus.SUCCESS, "red build", LOOK, FIX);
    }
    house.consolidation.run();
    double before = works();
    for (int i = 0; i < 5; i++) {
      runs.ended(OutcomeStatus.FAILURE, "red build", LOOK, FIX);
    }
    house.consolidation.run();

    assertThat(before).isEqualTo(1);
    assertThat(works()).isLessThan(0.5);
  }

  /** Whether the skill still works, as selection explains it. */
  private double works() {
    var request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.HYPER))
            .taskDescriptor("red build")
            .memoryTypes(Set.of(MemoryType.COMPETENCE))
            .explain(true)
            .build();
    JsonObject relevance =
        (JsonObject)
            house
                .retrieval
                .retrieve(request, Caller.ANONYMOUS)
                .entries()
                .get(0)
                .explanation()
                .members()
                .get("relevance");
    JsonObject selector = (JsonObject) relevance.members().get("selector");
    return ((JsonNumber) selector.members().get("works")).doubleValue();
  }

  @Test
  void runs_of_one_structure_are_executions_of_one_plan() {
    Call search = new Call("search", "red", "file-77", true);
    runs.ended(OutcomeStatus.SUCCESS, "one", search, call("open", "file-77"), TEST);
    runs.ended(
        OutcomeStatus.SUCCESS,
        "two",
        new Call("search", "blue", "file-99", true),
        call("open", "file-99"),
        TEST);
    runs.ended(OutcomeStatus.FAILURE, "three", search, call("open", "file-77"), TEST);
    runs.ended(OutcomeStatus.SUCCESS, "too short", search, TEST);

    assertThat(house.consolidation.run().of("plan-graph").created()).isEqualTo(1);

    PlanGraphPayload plan = runs.plans().get(0);
    assertThat(plan.nodes()).extracting(PlanNode::op).containsExactly("search", "open", "test");
    assertThat(plan.edges())
        .containsExactlyInAnyOrder(
            new PlanEdge("n0", "n1", EdgeKind.CONTROL),
            new PlanEdge("n1", "n2", EdgeKind.CONTROL),
            new PlanEdge("n0", "n1", EdgeKind.DATA));
    assertThat(plan.metrics().executionCount()).isEqualTo(3);
    assertThat(plan.metrics().failureRate()).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(plan.nodes().get(1).params().members().get("id"))
        .isEqualTo(new JsonString("{{n1_id}}"));
    assertThat(plan.nodes().get(2).params().members().get("id")).isEqualTo(new JsonString("all"));
    assertThat(plan.inputsSchema().members()).containsOnlyKeys("n0_id", "n1_id");
    assertThat(plan.version()).isEqualTo("1");
    assertThat(plan.intent()).isEqualTo("one");
  }

  /** Only the way of opening was the agent's own choice. */
  @Test
  void a_plan_of_one_run_masks_what_that_run_was_told() {
    Call search = new Call("search", "red shoes", "file-77", true);
    runs.ended(
        OutcomeStatus.SUCCESS,
        "Find red shoes for me",
        search,
        call("open", "file-77"),
        call("show", "full screen"));
    house.consolidation.run();
    PlanGraphPayload plan = runs.plans().get(0);
    assertThat(plan.intent()).isEqualTo("Find {{id}} for me");
    assertThat(plan.nodes())
        .extracting(node -> node.params().members().get("id"))
        .containsExactly(
            new JsonString("{{n0_id}}"),
            new JsonString("{{n1_id}}"),
            new JsonString("full screen"));
  }

  @Test
  void a_plan_of_one_run_masks_short_values_that_a_result_told() {
    runs.ended(
        OutcomeStatus.SUCCESS,
        "Find them",
        new Call("search", "shoes", "12", true),
        call("open", "12"),
        call("show", "full screen"));
    house.consolidation.run();

    assertThat(runs.plans().get(0).nodes().get(1).params().members().get("id"))
        .isEqualTo(new JsonString("{{id}}"));
  }

  @Test
  void a_name_is_masked_at_the_beginning_of_a_sentence_if_an_argument_shows_that_it_is_one() {
    Call find = call("find", "zoe_lee_12");
    runs.ended(OutcomeStatus.SUCCESS, "Zoe wants a refund. Refund it", find, FIX, TEST);
    runs.ended(OutcomeStatus.SUCCESS, "Zoe wants a refund. Refund it", find, FIX, TEST);
    house.consolidation.run();
    assertThat(runs.plans().get(0).intent()).isEqualTo("{{name}} wants a refund. Refund it");
    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("{{name}} wants a refund. Refund it");
  }

  @Test
  void signals_mask_arguments_that_vary() {
    runs.ended(OutcomeStatus.SUCCESS, "go and fetch milk", call("fetch", "milk"));
    runs.ended(OutcomeStatus.SUCCESS, "go and fetch green coffee", call("fetch", "green coffee"));
    house.consolidation.run();
    assertThat(runs.skills().get(0).triggers())
        .extracting(Trigger::signal)
        .containsExactly("go and fetch {{id}}");
  }

  @Test
  void the_version_of_a_plan_counts_up_when_its_parameters_change() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    house.consolidation.run();
    assertThat(runs.plans().get(0).version()).isEqualTo("1");

    runs.ended(OutcomeStatus.SUCCESS, "two", LOOK, FIX, TEST);
    house.consolidation.run();
    assertThat(runs.plans().get(0).metrics().executionCount()).isEqualTo(2);
    assertThat(runs.plans().get(0).version()).isEqualTo("1");

    runs.ended(OutcomeStatus.SUCCESS, "three", LOOK, FIX, call("test", "unit"));
    runs.ended(OutcomeStatus.SUCCESS, "four", LOOK, call("fix", "a-2"), TEST);
    house.consolidation.run();
    assertThat(runs.plans().get(0).version()).isEqualTo("2");
  }

  @Test
  void what_nobody_can_have_waited_for_is_no_latency() {
    String id = runs.begun(IngestOptions.NONE, "one", LOOK, FIX, TEST);
    house.service.record(
        EventRequest.builder()
            .source("agent")
            .eventKind("note")
            .ref("late")
            .summary("a clock was wrong")
            .options(
                IngestOptions.NONE
                    .episode("run 0")
                    .timestamp(Instant.parse("9999-12-31T00:00:00Z")))
            .build());
    runs.end(id, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    assertThat(runs.plans().get(0).metrics().avgLatencyMs()).isNull();

    runs.ended(OutcomeStatus.SUCCESS, "two", LOOK, FIX, TEST);
    house.consolidation.run();
    assertThat(runs.plans().get(0).metrics().avgLatencyMs()).isEqualTo(300);
  }

  /** It would be the latest for ever, and no other run would be among those that are kept. */
  @Test
  void what_is_told_to_happen_in_the_future_was_when_it_was_told() {
    String id = runs.begun(IngestOptions.NONE, "one", LOOK, FIX);
    IngestOptions late =
        IngestOptions.NONE.episode("run 0").timestamp(Instant.parse("9999-12-31T00:00:00Z"));
    house.service.record(
        ToolOutputRequest.builder().source("agent").toolName("test").options(late).build());
    runs.end(id, OutcomeStatus.SUCCESS);
    house.consolidation.run();
    assertThat(runs.plans().get(0).metrics().lastExecutedAt()).isEqualTo(house.instant());
  }

  private static JsonObject argument(String type, String constant) {
    StoredFields schema = StoredFields.none().put("type", type);
    if (constant != null) {
      schema.put("default", constant);
    }
    return StoredFields.none().put("id", schema.toJson()).toJson();
  }

  @Test
  void a_trace_without_a_timeline_is_a_plan_without_an_intent() {
    trace(List.of(), List.of("b"), List.of("a", "b"));

    house.consolidation.run();

    assertThat(runs.plans()).hasSize(1);
    assertThat(runs.plans().get(0).intent()).isNull();
  }

  @Test
  void the_kind_of_an_event_is_no_intent() {
    String id = runs.begun(IngestOptions.NONE, "", LOOK, FIX, TEST);
    runs.end(id, OutcomeStatus.SUCCESS);

    house.consolidation.run();

    assertThat(runs.plans()).hasSize(1);
    assertThat(runs.plans().get(0).intent()).isNull();
  }

  @Test
  void one_name_is_one_tool_however_its_letters_are_composed() {
    for (String name : List.of("caf\u00e9", "cafe\u0301")) {
      runs.ended(OutcomeStatus.SUCCESS, "order", call(name, "one"), FIX, TEST);
    }
    house.consolidation.run();

    assertThat(runs.plans()).hasSize(1);
    assertThat(runs.skills()).hasSize(1);
    assertThat(runs.skills().get(0).recipe().get(0).tool()).isEqualTo("caf\u00e9");
  }

  @Test
  void the_order_in_which_dependencies_are_told_does_not_matter() {
    trace(List.of(), List.of("a"), List.of("a", "b"));
    trace(List.of(), List.of("a"), List.of("b", "a"));

    house.consolidation.run();

    assertThat(runs.plans()).hasSize(1);
    assertThat(runs.plans().get(0).metrics().executionCount()).isEqualTo(2);
  }

  /** A record of three calls, a, b and c, with what each depends on. */
  @SafeVarargs
  private void trace(List<String>... dependsOn) {
    List<ToolNode> calls = new ArrayList<>();
    for (int i = 0; i < dependsOn.length; i++) {
      String id = List.of("a", "b", "c").get(i);
      List<String> before = dependsOn[i].stream().filter(it -> it.compareTo(id) < 0).toList();
      calls.add(new ToolNode(id, "tool " + id, null, null, null, before));
    }
    EpisodicPayload trace =
        new EpisodicPayload(List.of(), calls, null, OutcomeStatus.SUCCESS, List.of(), null, null);
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.ARTIFACT, "run.log", null, null, null);
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.EPISODIC)
            .sensitivity(Sensitivity.LOW)
            .payload(trace)
            .provenance(new Provenance(List.of(source), "agent"))
            .build();
    house.service.record(RecordRequest.of("agent", draft));
  }
}
