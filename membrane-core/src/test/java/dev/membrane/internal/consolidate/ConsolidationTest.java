package dev.membrane.internal.consolidate;

import static dev.membrane.internal.consolidate.Runs.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.RecordRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.Facts;
import dev.membrane.internal.House;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.consolidate.Runs.Call;
import dev.membrane.internal.engine.Mandate;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
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
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is learned from runs, how often, and what is taken back. */
class ConsolidationTest {

  private static final Call LOOK = call("look", "a-1");
  private static final Call FIX = call("fix", "a-1");
  private static final Call TEST = call("test", "all");

  /** Episodes that hardly fade within a day. */
  private static final PolicyDefaults SLOW =
      new PolicyDefaults(
          Sensitivity.LOW,
          86_400_000,
          86_400_000,
          86_400,
          1,
          DeletionPolicy.AUTO_PRUNE,
          DecayCurve.EXPONENTIAL,
          0.1);

  private final House house = new House();
  private final Runs runs = new Runs(house);

  @Test
  void what_was_said_in_a_success_becomes_a_fact_with_its_evidence() {
    String one = runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK);
    runs.ended(OutcomeStatus.FAILURE, "nobody knows", LOOK);

    assertThat(house.consolidation.run().of("semantic").created()).isEqualTo(1);

    SemanticPayload fact = runs.facts().get(0);
    assertThat(fact.subject()).isEqualTo("user_input");
    assertThat(fact.predicate()).isEqualTo("observed_in");
    assertThat(fact.object()).isEqualTo(new JsonString("the build is red"));
    assertThat(fact.evidence()).extracting(it -> it.sourceId()).containsExactly(one);
    MemoryRecord record = runs.all(MemoryType.SEMANTIC).get(0);
    assertThat(record.provenance().createdBy()).isEqualTo("consolidation/semantic");
    assertThat(record.confidence()).isEqualTo(0.8);
    assertThat(record.auditLog().get(0).actor()).isEqualTo("consolidation/semantic");
  }

  @Test
  void the_same_again_is_reinforced_with_more_evidence_once_per_episode() {
    runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK);
    house.consolidation.run();
    house.pass(Duration.ofDays(30));
    runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK);

    ConsolidationResult again = house.consolidation.run();

    assertThat(again.of("semantic").created()).isZero();
    MemoryRecord fact = runs.all(MemoryType.SEMANTIC).get(0);
    assertThat(((SemanticPayload) fact.payload()).evidence()).hasSize(2);
    assertThat(fact.auditLog())
        .extracting(it -> it.action())
        .containsExactly(AuditAction.CREATE, AuditAction.REINFORCE);
    assertThat(house.stored(fact.id()).salienceAt(house.instant())).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void another_outcome_takes_back_what_the_first_taught() {
    String id = runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK, FIX, TEST);
    house.consolidation.run();
    assertThat(runs.facts()).hasSize(1);
    assertThat(runs.plans()).hasSize(1);
    runs.end(id, OutcomeStatus.FAILURE);

    house.consolidation.run();

    assertThat(runs.facts()).isEmpty();
    assertThat(runs.plans()).isEmpty();
  }

  @Test
  void a_second_witness_of_the_same_outcome_changes_nothing_learned() {
    String id = runs.ended(OutcomeStatus.SUCCESS, "the build is red", LOOK, FIX, TEST);
    house.consolidation.run();
    List<MemoryRecord> before = learned();
    runs.end(id, OutcomeStatus.SUCCESS);

    house.consolidation.run();

    assertThat(learned()).isEqualTo(before);
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
    assertThat(skill.failureModes())
        .containsExactly("test was the last call before the run failed");
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
            house.retrieval.retrieve(request).explanations().get(0).members().get("relevance");
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
    house.service.event(
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

  @Test
  void an_idle_run_changes_nothing() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    runs.ended(OutcomeStatus.FAILURE, "two", LOOK, FIX, TEST);
    runs.begun(IngestOptions.NONE, "three", LOOK);
    house.consolidation.run();
    int commits = house.store.commits().size();

    for (int i = 0; i < 3; i++) {
      house.pass(Duration.ofMinutes(7));
      house.consolidation.run();
    }

    assertThat(house.store.commits()).hasSize(commits);
  }

  @Test
  void an_episode_without_an_outcome_settles_after_a_day() {
    runs.begun(IngestOptions.NONE, "one", LOOK, FIX, TEST);

    assertThat(house.consolidation.run().of("plan-graph").created()).isZero();
    house.pass(Duration.ofHours(24));
    assertThat(house.consolidation.run().of("plan-graph").created()).isEqualTo(1);
  }

  @Test
  void nothing_crosses_a_scope_or_a_sensitivity() {
    for (IngestOptions where :
        List.of(
            IngestOptions.NONE.scope("red"),
            IngestOptions.NONE.scope("blue"),
            IngestOptions.NONE.scope("red").sensitivity(Sensitivity.HIGH))) {
      runs.ended(where, OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    }
    house.consolidation.run();

    assertThat(runs.skills()).isEmpty();
    assertThat(runs.facts()).hasSize(3);
    assertThat(runs.all(MemoryType.PLAN_GRAPH))
        .extracting(plan -> plan.scope() + " " + plan.sensitivity())
        .containsExactlyInAnyOrder("red LOW", "blue LOW", "red HIGH");
  }

  @Test
  void the_order_of_arrival_and_the_number_of_runs_do_not_matter() {
    List<String> first = learnedFrom(new Random(1), 0);
    for (int seed = 2; seed < 8; seed++) {
      assertThat(learnedFrom(new Random(seed), seed)).isEqualTo(first);
    }
    assertThat(first).hasSizeGreaterThan(8);
  }

  /** What forty runs teach that arrive in some order, in several consolidations. */
  private static List<String> learnedFrom(Random order, int every) {
    House house = new House();
    Runs runs = new Runs(house);
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, order);
    int done = 0;
    for (int number : numbers) {
      // At an instant of its own, so that the same runs have the same times in any order.
      house.set(House.NOON.plusSeconds(60L * number));
      Random run = new Random(number);
      List<Call> calls = new ArrayList<>();
      for (int i = 0; i < 2 + run.nextInt(2); i++) {
        calls.add(call(List.of("look", "fix", "test").get(run.nextInt(3)), "v" + run.nextInt(2)));
      }
      OutcomeStatus status = run.nextInt(4) == 0 ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS;
      runs.ended(status, "said " + run.nextInt(5), calls.toArray(Call[]::new));
      house.set(House.NOON.plusSeconds(100_000));
      if (every > 0 && ++done % every == 0) {
        house.consolidation.run();
      }
    }
    house.consolidation.run();
    return runs.learned();
  }

  @Test
  void what_cannot_be_learned_from_is_put_off_and_then_aside_and_blocks_nobody() {
    String damaged = runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    runs.ended(OutcomeStatus.SUCCESS, "two", LOOK);
    house.store.damage(damaged);

    ConsolidationResult result = house.consolidation.run();

    assertThat(result.of("semantic").created()).isEqualTo(1);
    assertThat(result.total().failed()).isEqualTo(4);
    for (int i = 0; i < 10; i++) {
      house.pass(Duration.ofHours(1));
      house.consolidation.run();
    }
    int commits = house.store.commits().size();
    house.pass(Duration.ofHours(6));
    assertThat(house.consolidation.run().total().failed()).isZero();
    assertThat(house.store.commits()).hasSize(commits);
    assertThat(house.store.due("aside:semantic", house.instant(), 10)).hasSize(1);
  }

  @Test
  void a_retracted_fact_is_not_made_again() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();
    String fact = runs.all(MemoryType.SEMANTIC).get(0).id();
    house.revision.retract(fact, Mandate.of("ann", ""), Caller.ANONYMOUS);
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();
    house.pass(Duration.ofDays(31));
    house.pruning.run(house.instant());
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();

    assertThat(runs.facts()).isEmpty();
  }

  @Test
  void an_old_episode_loses_half_once() {
    House slow = new House(SLOW);
    String id = new Runs(slow).ended(OutcomeStatus.SUCCESS, "one", LOOK);
    slow.pass(Duration.ofHours(24));

    assertThat(slow.consolidation.run().of("episodic-compression").compressed()).isEqualTo(1);
    double live = slow.stored(id).anchor().salience();
    assertThat(live).isBetween(0.49, 0.5);
    slow.pass(Duration.ofHours(24));
    assertThat(slow.consolidation.run().of("episodic-compression").compressed()).isZero();
    assertThat(slow.stored(id).anchor().salience()).isEqualTo(live);
    assertThat(slow.record(id).auditLog())
        .last()
        .extracting(it -> it.action())
        .isEqualTo(AuditAction.DECAY);
  }

  @Test
  void a_pattern_that_recurs_within_a_week_is_seen() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX);
    for (int hour = 1; hour < 7 * 24; hour++) {
      house.pass(Duration.ofHours(1));
      house.pruning.run(house.instant());
      if (hour % 6 == 0) {
        house.consolidation.run();
      }
    }
    runs.ended(OutcomeStatus.SUCCESS, "two", LOOK, FIX);
    house.consolidation.run();

    assertThat(runs.skills()).hasSize(1);
  }

  @Test
  void only_an_admin_runs_it() {
    assertThatThrownBy(() -> house.consolidation.run(House.within("red")))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void what_was_learned_from_is_pruned_as_soon_as_it_no_longer_matters() {
    runs.ended(OutcomeStatus.SUCCESS, "only said");
    runs.ended(OutcomeStatus.SUCCESS, "with a tool", LOOK);
    house.consolidation.run();

    house.pass(Duration.ofDays(1));
    assertThat(house.pruning.run(house.instant())).isEqualTo(1);
    house.pass(Duration.ofDays(7));
    assertThat(house.pruning.run(house.instant())).isEqualTo(1);
  }

  private List<MemoryRecord> learned() {
    List<MemoryRecord> all = new ArrayList<>(runs.all(MemoryType.SEMANTIC));
    all.addAll(runs.all(MemoryType.COMPETENCE));
    all.addAll(runs.all(MemoryType.PLAN_GRAPH));
    return all;
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
    house.service.record(RecordRequest.builder().record(draft).source("agent").build());
  }

  @Test
  void a_fact_that_was_replaced_is_not_made_again_when_it_is_pruned() {
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);
    house.consolidation.run();
    MemoryRecord fact = runs.all(MemoryType.SEMANTIC).get(0);
    RecordDraft other = Facts.successor("two").toBuilder().sensitivity(fact.sensitivity()).build();
    house.revision.supersede(fact.id(), other, Mandate.of("ann", ""), Caller.ANONYMOUS);
    house.pass(Duration.ofDays(31));
    house.pruning.run(house.instant());
    runs.ended(OutcomeStatus.SUCCESS, "one", LOOK);

    house.consolidation.run();

    assertThat(runs.facts()).noneMatch(it -> it.object().equals(new JsonString("one")));
  }

  @Test
  void what_is_never_to_be_deleted_is_not_deleted_by_another_outcome() {
    House keeping =
        new House(
            new PolicyDefaults(
                Sensitivity.LOW,
                86_400_000,
                86_400_000,
                86_400,
                1,
                DeletionPolicy.NEVER,
                DecayCurve.EXPONENTIAL,
                0.1));
    Runs kept = new Runs(keeping);
    String id = kept.ended(OutcomeStatus.SUCCESS, "one", LOOK, FIX, TEST);
    keeping.consolidation.run();
    kept.end(id, OutcomeStatus.FAILURE);

    keeping.consolidation.run();

    assertThat(kept.facts()).hasSize(1);
    assertThat(kept.plans()).hasSize(1);
  }
}
