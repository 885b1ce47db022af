package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult.Again;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.JobsReport;
import dev.membrane.Membrane;
import dev.membrane.MembraneBuilder;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a stage of the consolidation has not learned from is shown to it when somebody asks, and
 * nothing is learned twice.
 */
public abstract class RelearningTck {

  private static final IngestOptions HOME = IngestOptions.NONE.scope("home");
  private static final String EXTRACTION = "llm-extraction";
  private static final List<String> BY_RULES =
      List.of("semantic", "competence", "plan-graph", "generalization");

  /** More than one page. */
  private static final int MANY = 60;

  private final TestClock clock = new TestClock();
  private final List<String> asked = new ArrayList<>();
  private @Nullable ModelException refusal;
  private MemoryStore store;
  private Membrane without;
  private Membrane with;
  private int runs;

  /** For subclasses. */
  protected RelearningTck() {}

  /** Opens a new store that holds nothing. */
  protected abstract MemoryStore openStore();

  @BeforeEach
  void openMemories() {
    store = openStore();
    without = memory().build();
    with = memory().extractor(this::extract).build();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private MembraneBuilder memory() {
    return Membrane.builder().store(store).backgroundJobs(false).clock(clock);
  }

  /** Every run likes what it was asked for. */
  private List<CandidateFact> extract(List<Episode> episodes) {
    if (refusal != null) {
      throw refusal;
    }
    episodes.forEach(episode -> asked.add(episode.record().id()));
    return episodes.stream()
        .map(
            episode ->
                new CandidateFact(
                    episode.record().id(),
                    "Ann",
                    episode.trace().outcome() == OutcomeStatus.SUCCESS ? "likes" : "misses",
                    new JsonString(
                        Objects.requireNonNull(episode.trace().timeline().get(0).summary())),
                    0.7))
        .toList();
  }

  private String open(String words, IngestOptions options) {
    EventRequest event =
        EventRequest.builder()
            .source("ann")
            .eventKind("user_input")
            .ref(words)
            .summary(words)
            .options(options)
            .build();
    return with.ingestion().event(event).id();
  }

  private String said(String words, IngestOptions options) {
    String id = open(words, options);
    end(id, OutcomeStatus.SUCCESS);
    return id;
  }

  private void end(String id, OutcomeStatus status) {
    with.ingestion()
        .outcome(OutcomeRequest.builder().source("ann").targetRecordId(id).status(status).build());
  }

  /** A run that uses three tools. */
  private void run(String words, OutcomeStatus status) {
    IngestOptions options = HOME.episode("run " + runs++);
    String id = open(words, options);
    for (String tool : List.of("find", "fix", "test")) {
      with.ingestion()
          .toolOutput(
              ToolOutputRequest.builder().source("ann").toolName(tool).options(options).build());
    }
    end(id, status);
  }

  private void runAll() {
    run("the build is red", OutcomeStatus.SUCCESS);
    run("the build is red again", OutcomeStatus.SUCCESS);
    run("the build is red again", OutcomeStatus.SUCCESS);
    run("the build is red for ever", OutcomeStatus.FAILURE);
  }

  private @Nullable Again again(String stage) {
    return with.maintenance().consolidateAgain(stage, null).again();
  }

  /** What was learned, with all its counts. */
  private List<MemoryRecord> learned() {
    List<String> ids = ids(MemoryType.SEMANTIC, MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH);
    return store.get(ids).stream().map(StoredRecord::record).toList();
  }

  private List<String> ids(MemoryType... types) {
    Filter filter =
        Filter.of(Visibility.ALL, clock.instant()).withTypes(Set.of(types)).withRetired(true);
    return store.search(filter, 1_000).stream().map(Hit::id).sorted().toList();
  }

  /** The same without ids, which are others in each memory. */
  private List<String> lessons() {
    return learned().stream()
        .map(MemoryRecord::payload)
        .map(
            payload -> {
              if (payload instanceof CompetencePayload skill) {
                return skill.skillName() + " " + skill.performance();
              }
              return payload instanceof PlanGraphPayload plan
                  ? plan.intent() + " " + plan.metrics()
                  : fact((SemanticPayload) payload);
            })
        .sorted()
        .toList();
  }

  private static String fact(SemanticPayload fact) {
    return fact.subject()
        + " "
        + fact.predicate()
        + " "
        + fact.object()
        + " by "
        + fact.evidence().size();
  }

  private long waiting(String queue) {
    return with.maintenance().jobs().queues().stream()
        .filter(it -> it.name().equals(queue))
        .mapToLong(JobsReport.Queue::length)
        .sum();
  }

  @Test
  void a_stage_that_comes_later_is_shown_all_that_has_settled_once() {
    List<String> settled =
        Stream.iterate(0, i -> i + 1).limit(MANY).map(i -> said("thing " + i % 3, HOME)).toList();
    open("unended", HOME);
    without.maintenance().consolidate();
    with.maintenance().consolidate();
    assertThat(asked).isEmpty();

    assertThat(again(EXTRACTION)).isEqualTo(new Again(MANY, 0));
    assertThat(asked).containsExactlyInAnyOrderElementsOf(settled);
    assertThat(lessons())
        .contains("Ann likes " + new JsonString("thing 0") + " by 20")
        .filteredOn(lesson -> lesson.startsWith("Ann"))
        .hasSize(3);
    List<MemoryRecord> before = learned();
    assertThat(again(EXTRACTION)).isEqualTo(new Again(0, 0));
    assertThat(asked).hasSize(MANY);
    assertThat(learned()).isEqualTo(before);
  }

  @Test
  void what_was_set_aside_is_tried_again() {
    refusal = ModelException.permanent("no", new IllegalStateException());
    String id = said("tea", HOME);
    with.maintenance().consolidate();
    assertThat(waiting("aside:llm-extraction")).isEqualTo(1);
    refusal = null;
    with.maintenance().consolidate();
    assertThat(asked).isEmpty();

    assertThat(again(EXTRACTION)).isEqualTo(new Again(1, 0));
    assertThat(asked).containsExactly(id);
    assertThat(waiting("aside:llm-extraction") + waiting("learn:llm-extraction")).isZero();
  }

  @Test
  void what_is_refused_again_is_set_aside_again() {
    refusal = ModelException.permanent("no", new IllegalStateException());
    said("tea", HOME);
    with.maintenance().consolidate();

    assertThat(again(EXTRACTION)).isEqualTo(new Again(1, 0));
    assertThat(waiting("aside:llm-extraction")).isEqualTo(1);
    assertThat(waiting("learn:llm-extraction")).isZero();
  }

  @Test
  void what_waits_after_a_failure_keeps_its_place_and_its_attempts() {
    refusal = ModelException.temporary("busy", new IllegalStateException());
    String id = said("tea", HOME);
    with.maintenance().consolidate();
    List<QueueRow> before = store.rows("learn:llm-extraction", List.of(id));
    assertThat(before).singleElement().returns(1, QueueRow::attempts);

    assertThat(again(EXTRACTION)).isEqualTo(new Again(0, 0));
    assertThat(store.rows("learn:llm-extraction", List.of(id))).isEqualTo(before);
  }

  @Test
  void what_was_set_aside_and_learned_from_since_is_no_longer_aside() {
    refusal = ModelException.permanent("no", new IllegalStateException());
    String id = said("tea", HOME);
    with.maintenance().consolidate();
    refusal = null;
    end(id, OutcomeStatus.FAILURE);
    with.maintenance().consolidate();
    assertThat(asked).containsExactly(id);

    assertThat(again(EXTRACTION)).isEqualTo(new Again(0, 0));
    assertThat(asked).containsExactly(id);
    assertThat(waiting("aside:llm-extraction")).isZero();
  }

  @Test
  void what_changed_while_the_stage_was_away_replaces_what_was_learned() {
    String id = said("tea", HOME);
    with.maintenance().consolidate();
    clock.pass(Duration.ofMinutes(1));
    end(id, OutcomeStatus.FAILURE);
    without.maintenance().consolidate();
    assertThat(lessons()).anyMatch(lesson -> lesson.startsWith("Ann likes"));

    assertThat(again(EXTRACTION)).isEqualTo(new Again(1, 0));
    assertThat(lessons())
        .noneMatch(lesson -> lesson.startsWith("Ann likes"))
        .anyMatch(lesson -> lesson.startsWith("Ann misses"));
  }

  @Test
  void nothing_that_was_learned_is_learned_twice() {
    runAll();
    with.maintenance().consolidate();
    List<MemoryRecord> before = learned();
    assertThat(before)
        .extracting(MemoryRecord::type)
        .contains(MemoryType.SEMANTIC, MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH);

    for (String stage : stages()) {
      assertThat(again(stage)).isEqualTo(new Again(0, 0));
    }
    assertThat(learned()).isEqualTo(before);
  }

  @Test
  void even_an_episode_that_is_shown_twice_counts_once() {
    runAll();
    with.maintenance().consolidate();
    List<MemoryRecord> before = learned();
    List<String> episodes = ids(MemoryType.EPISODIC);
    Changeset.Builder twice = Changeset.builder();
    for (String stage : stages()) {
      episodes.forEach(id -> twice.enqueue(new QueueRow("learn:" + stage, id, clock.instant(), 0)));
    }
    store.commit(twice.build());

    with.maintenance().consolidate();
    assertThat(waiting("learn:competence")).isZero();
    assertThat(learned()).isEqualTo(before);
  }

  /** As if every stage had been there from the beginning. */
  @Test
  void stages_that_learn_one_by_one_count_like_stages_that_learn_at_once() {
    runAll();
    Membrane none = memory().stages(List.of()).build();
    none.maintenance().consolidate();
    assertThat(learned()).isEmpty();
    for (String stage : stages()) {
      assertThat(again(stage)).isEqualTo(new Again(4, 0));
      assertThat(again(stage)).isEqualTo(new Again(0, 0));
    }
    List<String> oneByOne = lessons();
    store.close();
    openMemories();
    runAll();
    with.maintenance().consolidate();

    assertThat(oneByOne).isEqualTo(lessons()).anyMatch(lesson -> lesson.contains("find+fix+test"));
  }

  private static List<String> stages() {
    return Stream.concat(BY_RULES.stream(), Stream.of(EXTRACTION)).toList();
  }

  @Test
  void only_what_is_asked_for_and_what_the_caller_sees_is_queued() {
    String home = said("home", HOME);
    String office = said("office", IngestOptions.NONE.scope("office"));
    String none = said("none", IngestOptions.NONE.unscoped());
    said("secret", HOME.sensitivity(Sensitivity.HIGH));
    without.maintenance().consolidate();
    Memory guest = with.as(Caller.named("bob").in("home").upTo(Sensitivity.MEDIUM));

    assertThatThrownBy(() -> guest.maintenance().consolidateAgain(EXTRACTION, "office"))
        .isInstanceOf(ValidationException.class)
        .hasMessage("validation error for scope: must be one of the caller's scopes");
    assertThat(guest.maintenance().consolidateAgain(EXTRACTION, "home").again())
        .isEqualTo(new Again(1, 0));
    assertThat(asked).containsExactly(home);
    assertThat(guest.maintenance().consolidateAgain(EXTRACTION, null).again())
        .isEqualTo(new Again(1, 0));
    assertThat(asked).containsExactly(home, none);
    assertThat(with.maintenance().consolidateAgain(EXTRACTION, "office").again())
        .isEqualTo(new Again(1, 0));
    assertThat(asked).containsExactly(home, none, office);
    // The model is not shown what is too sensitive, and has handled it all the same.
    assertThat(again(EXTRACTION)).isEqualTo(new Again(1, 0));
    assertThat(again(EXTRACTION)).isEqualTo(new Again(0, 0));
    assertThat(asked).hasSize(3);
  }
}
