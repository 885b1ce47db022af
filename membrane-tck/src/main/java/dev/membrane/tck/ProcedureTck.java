package dev.membrane.tck;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.AgentSkill;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.SelectedProcedure;
import dev.membrane.RetrieveAnswer.Selection;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How every {@link Membrane} learns procedures from runs and chooses among them. A subclass says
 * how one is opened; each test has one of its own.
 */
public abstract class ProcedureTck {

  private static final String SCOPE = "shop";
  private static final List<String> WORDS =
      List.of("cancel", "order", "return", "lamp", "deliver", "parcel", "late", "refund", "card");
  private static final List<String> TOOLS = List.of("cancel", "give_back", "track", "pay");

  private static final Offset<Double> EXACT = within(1e-12);

  private Membrane membrane;
  private int runs;

  /** For subclasses. */
  protected ProcedureTck() {}

  /** A new, empty memory without background jobs, for a caller with every right. */
  protected abstract Membrane openMembrane();

  @BeforeEach
  void open() {
    membrane = openMembrane();
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  private void run(
      String scope, Sensitivity sensitivity, boolean works, String asked, String... tools) {
    endedBy("done", scope, sensitivity, works, asked, tools);
  }

  /** A run whose last call has this result; answers with its id. */
  private String endedBy(
      String result,
      String scope,
      Sensitivity sensitivity,
      boolean works,
      String asked,
      String... tools) {
    String episode = "run " + runs++;
    IngestOptions options =
        IngestOptions.NONE.scope(scope).sensitivity(sensitivity).episode(episode);
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("user_input")
                    .ref(episode)
                    .summary(asked)
                    .options(options)
                    .build())
            .id();
    for (int i = 0; i < tools.length; i++) {
      membrane
          .ingestion()
          .toolOutput(
              ToolOutputRequest.builder()
                  .source("agent")
                  .toolName(tools[i])
                  .result(JsonValue.of(i + 1 < tools.length ? "done" : result))
                  .options(options)
                  .build());
    }
    end(id, works, List.of());
    return id;
  }

  private void run(boolean works, String asked, String... tools) {
    run(SCOPE, Sensitivity.LOW, works, asked, tools);
  }

  private void end(String episode, boolean works, List<String> used) {
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("agent")
                .targetRecordId(episode)
                .status(works ? OutcomeStatus.SUCCESS : OutcomeStatus.FAILURE)
                .usedRecordIds(used)
                .build());
  }

  /** A task for which a procedure was used, without tools that would tell by themselves. */
  private String used(String id, boolean works) {
    String task = "task " + runs++;
    IngestOptions options = IngestOptions.NONE.scope(SCOPE).episode(task);
    EventRequest begin =
        EventRequest.builder().source("agent").eventKind("task").ref(task).options(options).build();
    String episode = membrane.ingestion().event(begin).id();
    end(episode, works, List.of(id));
    return episode;
  }

  private Optional<Selection> select(String task) {
    Memory viewer = membrane.as(Caller.named("ann").in(SCOPE));
    RetrieveAnswer answer =
        viewer
            .retrieval()
            .retrieve(
                RetrieveRequest.builder()
                    .trust(TrustContext.upTo(Sensitivity.LOW, SCOPE))
                    .memoryTypes(Set.of(MemoryType.COMPETENCE))
                    .taskDescriptor(task)
                    .build());
    return Optional.ofNullable(answer.selection());
  }

  private List<Double> scores(String task) {
    return select(task).orElseThrow().procedures().stream().map(SelectedProcedure::score).toList();
  }

  private MemoryRecord first(String task) {
    return select(task).orElseThrow().selected().get(0);
  }

  private static List<String> tools(MemoryRecord skill) {
    return ((CompetencePayload) skill.payload()).recipe().stream().map(RecipeStep::tool).toList();
  }

  private void twoKinds() {
    for (int i = 0; i < 3; i++) {
      run(true, "please cancel the order", "find", "cancel");
      run(true, "I want to give the lamp back", "find", "give_back");
    }
    membrane.maintenance().consolidate();
  }

  @Test
  void what_like_tasks_called_comes_first() {
    twoKinds();
    assertThat(tools(first("cancel my order"))).containsExactly("find", "cancel");
    assertThat(tools(first("the lamp goes back"))).containsExactly("find", "give_back");
    assertThat(select("sing a song")).isEmpty();
  }

  /** Both are asked for in the same words, and one has more successes. */
  @Test
  void a_procedure_that_breaks_leaves_the_first_place_and_returns_to_it() {
    for (int i = 0; i < 7; i++) {
      run(true, "send the report", "mail");
      run(false, "send the report", "fax");
      run(true, "send the report", "fax");
    }
    run(true, "send the report", "mail");
    membrane.maintenance().consolidate();
    MemoryRecord usual = first("send the report");
    assertThat(tools(usual)).containsExactly("mail");

    int failures = 0;
    while (first("send the report").id().equals(usual.id())) {
      used(usual.id(), false);
      failures++;
      assertThat(failures).as("failures until another is first").isLessThanOrEqualTo(5);
    }
    int successes = 0;
    while (!first("send the report").id().equals(usual.id())) {
      used(usual.id(), true);
      successes++;
      assertThat(successes).as("successes until it is first again").isLessThanOrEqualTo(5);
    }
    assertThat(failures).isPositive();
    assertThat(successes).isPositive();
  }

  /**
   * More successes than the latest uses that are looked at, and one procedure that never failed.
   */
  @Test
  void a_procedure_with_many_successes_returns_to_the_first_place() {
    for (int i = 0; i < 22; i++) {
      run(true, "send the report", "mail");
      run(true, "send the report", "fax");
    }
    membrane.maintenance().consolidate();
    MemoryRecord usual = first("send the report");

    for (int i = 0; i < 5; i++) {
      used(usual.id(), false);
    }
    assertThat(first("send the report").id()).isNotEqualTo(usual.id());
    for (int i = 0; i < 5; i++) {
      used(usual.id(), true);
    }
    assertThat(first("send the report").id()).isEqualTo(usual.id());
  }

  @Test
  void a_procedure_that_only_fails_has_stopped_working_however_often_it_is_used() {
    twoKinds();
    String id = first("cancel my order").id();
    double before = scores("cancel my order").get(0);
    for (int i = 0; i < 40; i++) {
      used(id, false);
      if (i % 10 == 9) {
        Selection selection = select("cancel my order").orElseThrow();
        double now = selection.procedures().get(0).score();
        assertThat(now).isLessThanOrEqualTo(before);
        assertThat(selection.stoppedWorking()).contains(id);
        assertThat(skill(id).stoppedWorking()).isTrue();
        before = now;
      }
    }
    used(id, true);
    assertThat(skill(id).stoppedWorking()).isFalse();
  }

  /** The failed runs do not have all tools of the skill, and name none. */
  @Test
  void where_and_why_runs_failed_that_began_like_a_skill_is_told_until_they_are_erased() {
    twoKinds();
    String id = first("cancel my order").id();
    String before = skill(id).text();
    List<String> failed = Stream.generate(this::failedToFind).limit(2).toList();
    assertThat(skill(id).text())
        .contains(
            "Worked 3 of 3 times",
            "Of late, runs that began like this failed: 2 at `find`.",
            "\n- find failed (2 runs of late)\n");
    membrane.maintenance().consolidate();
    assertThat(skill(id).text()).contains("\n- find: not open (2 runs of late)\n");
    membrane.revision().erase(EraseRequest.ofRecords(failed));
    assertThat(skill(id).text()).isEqualTo(before);
  }

  private String failedToFind() {
    return endedBy("Error: not open", SCOPE, Sensitivity.LOW, false, "cancel the order", "find");
  }

  private AgentSkill skill(String id) {
    ListSkillsRequest request =
        ListSkillsRequest.builder().recordId(id).includeStopped(true).build();
    return membrane.listing().skills(request).items().get(0);
  }

  @Test
  void an_outcome_that_is_reported_twice_counts_once() {
    twoKinds();
    String skill = first("cancel my order").id();
    List<Double> before = scores("cancel my order");
    List<String> tasks = Stream.generate(() -> used(skill, false)).limit(3).toList();
    List<Double> after = scores("cancel my order");
    assertThat(after).isNotEqualTo(before);
    tasks.forEach(task -> end(task, false, List.of(skill)));
    assertThat(scores("cancel my order")).isEqualTo(after);
  }

  /** Learned from are six successes. */
  @Test
  void outcomes_of_procedures_for_other_tasks_count_for_the_mean() {
    twoKinds();
    String other = first("the lamp goes back").id();
    assertThat(first("cancel my order").id()).isNotEqualTo(other);
    assertThat(meanSuccess("cancel my order")).isCloseTo(7 / 8.0, EXACT);

    List<String> tasks = Stream.generate(() -> used(other, false)).limit(3).toList();
    assertThat(meanSuccess("cancel my order")).isCloseTo(7 / 11.0, EXACT);
    end(tasks.get(0), true, List.of(other));
    assertThat(meanSuccess("cancel my order")).isCloseTo(8 / 11.0, EXACT);

    run(false, "I want to give the lamp back", "find", "give_back");
    assertThat(meanSuccess("cancel my order")).isCloseTo(8 / 12.0, EXACT);
    membrane.maintenance().consolidate();
    assertThat(meanSuccess("cancel my order")).isCloseTo(8 / 12.0, EXACT);

    membrane.revision().erase(EraseRequest.ofRecords(tasks));
    assertThat(meanSuccess("cancel my order")).isCloseTo(7 / 9.0, EXACT);
  }

  /**
   * What is erased with a scope does not count when the same is learned there again. Before, six
   * runs succeeded and four failed; three of these named the procedure that is compared.
   */
  @Test
  void outcomes_in_an_erased_scope_do_not_count_any_more() {
    twoKinds();
    String skill = first("cancel my order").id();
    for (int i = 0; i < 3; i++) {
      used(skill, false);
    }
    run(false, "please cancel the order", "find", "cancel");
    assertThat(meanSuccess("cancel my order")).isCloseTo(7 / 9.0, EXACT);

    membrane.revision().erase(EraseRequest.ofScope(SCOPE));
    twoKinds();

    assertThat(meanSuccess("cancel my order")).isCloseTo(7 / 8.0, EXACT);
  }

  @Test
  void outcomes_of_a_procedure_that_was_deleted_do_not_outlive_its_scope() {
    twoKinds();
    String skill = first("cancel my order").id();
    for (int i = 0; i < 3; i++) {
      used(skill, false);
    }
    membrane.revision().delete(skill, "not wanted");

    membrane.revision().erase(EraseRequest.ofScope(SCOPE));
    twoKinds();

    assertThat(meanSuccess("cancel my order")).isCloseTo(7 / 8.0, EXACT);
  }

  private double meanSuccess(String task) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.LOW, SCOPE))
            .memoryTypes(Set.of(MemoryType.COMPETENCE))
            .taskDescriptor(task)
            .explain(true)
            .build();
    JsonObject explained =
        Objects.requireNonNull(
            membrane
                .as(Caller.named("ann").in(SCOPE))
                .retrieval()
                .retrieve(request)
                .entries()
                .get(0)
                .explanation());
    JsonObject selector =
        (JsonObject) member((JsonObject) member(explained, "relevance"), "selector");
    return ((JsonNumber) member(selector, "mean_success")).doubleValue();
  }

  private static JsonValue member(JsonObject of, String name) {
    return requireNonNull(of.members().get(name), name);
  }

  /** Of another scope or above the level: in words, tools and outcomes that would decide. */
  @Test
  void runs_that_a_caller_does_not_see_change_nothing_for_them() {
    Random random = new Random(7);
    twoKinds();
    run(false, "please cancel the order", "find", "cancel");
    membrane.maintenance().consolidate();
    List<String> questions =
        random
            .ints(20, 0, WORDS.size())
            .mapToObj(i -> WORDS.get(i) + " the order of a lamp")
            .toList();
    List<String> before = questions.stream().map(this::selected).toList();
    for (int i = 0; i < 40; i++) {
      boolean isElsewhere = random.nextBoolean();
      run(
          isElsewhere ? "elsewhere" : SCOPE,
          isElsewhere ? Sensitivity.LOW : Sensitivity.MEDIUM,
          random.nextBoolean(),
          any(WORDS, random) + " " + any(WORDS, random) + " " + any(WORDS, random),
          "find",
          any(TOOLS, random));
    }
    membrane.maintenance().consolidate();
    assertThat(questions.stream().map(this::selected)).isEqualTo(before);
  }

  private String selected(String task) {
    return select(task)
        .map(
            it ->
                it.selected().stream().map(MemoryRecord::id).toList()
                    + " "
                    + it.procedures().stream().map(SelectedProcedure::score).toList()
                    + " "
                    + it.confidence())
        .orElse("none");
  }

  private static String any(List<String> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
