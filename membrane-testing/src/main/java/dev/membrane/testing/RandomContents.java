package dev.membrane.testing;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Random content of records out of a few words, so that records share them. Not thread-safe. */
final class RandomContents {

  private static final List<String> SETTINGS = List.of("linux", "darwin");

  private final Random random;
  private final List<String> words;
  private final Set<String> used = new HashSet<>();
  private final Instant now;

  RandomContents(Random random, List<String> words, Instant now) {
    this.random = random;
    this.words = words;
    this.now = now;
  }

  /** The words given out so far. */
  Set<String> used() {
    return used;
  }

  String word() {
    String word = Chance.oneOf(random, words);
    used.add(word);
    return word;
  }

  String text() {
    String text = String.join(" ", several(5));
    return random.nextInt(4) == 0 ? text + " " + Chance.oneOf(random, ContentWords.TIMES) : text;
  }

  /** Who says something. */
  String speaker() {
    String speaker =
        Chance.oneOf(random, ContentWords.SPEAKERS.stream().filter(words::contains).toList());
    used.add(speaker);
    return speaker;
  }

  /** Who reports an event: mostly people. */
  String source() {
    return random.nextInt(3) > 0 ? speaker() : word();
  }

  /** What kind of event it is. That of a conversation tells who wrote it. */
  String eventKind() {
    return switch (random.nextInt(6)) {
      case 0, 1 -> "assistant";
      case 2 -> "user";
      default -> word();
    };
  }

  /** What is said in an event, sometimes after a name as in a transcript. */
  String said() {
    return random.nextInt(6) == 0 ? speaker() + ": " + text() : text();
  }

  /** Whether something is told later than it happened. */
  boolean isLate() {
    return random.nextInt(3) == 0;
  }

  /** When something happened that is told at the time of this content, or a month before. */
  Instant earlier() {
    return now.minusSeconds(random.nextInt(2_600_000));
  }

  /** Some tools that a run calls. */
  List<String> tools() {
    List<String> tools = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      tools.add(Chance.oneOf(random, ContentWords.TOOLS));
    }
    return tools;
  }

  /** How a run ended, mostly well. */
  OutcomeStatus outcome() {
    return random.nextInt(6) == 0 ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS;
  }

  /** A run that calls some tools for what was asked. */
  EpisodicPayload run(List<String> tools, OutcomeStatus outcome) {
    List<TimelineEvent> timeline = List.of(new TimelineEvent(now, "user", "ref", text()));
    List<ToolNode> calls = new ArrayList<>();
    for (String tool : tools) {
      Instant at = now.plusSeconds(1 + calls.size());
      calls.add(new ToolNode("n" + calls.size(), tool, object(), null, at, List.of()));
    }
    return new EpisodicPayload(timeline, calls, null, outcome, List.of(), null, null);
  }

  /** At least one, at most some. */
  List<String> several(int most) {
    List<String> several = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      several.add(word());
    }
    return several;
  }

  List<String> tags() {
    return random.nextInt(3) == 0 ? several(2) : List.of();
  }

  JsonObject object() {
    return new JsonObject(Map.of(word(), JsonValue.of(text())));
  }

  /** What a situation may agree with or contradict. */
  JsonObject conditions() {
    return new JsonObject(Map.of("os", JsonValue.of(Chance.oneOf(random, SETTINGS))));
  }

  Payload payload(MemoryType type, String thread, @Nullable RevisionState revision) {
    return switch (type) {
      case EPISODIC -> episode();
      case WORKING -> workingState(thread, revision);
      case SEMANTIC -> fact(revision);
      case COMPETENCE -> skill(revision);
      case PLAN_GRAPH -> plan(revision);
    };
  }

  /** Sometimes retired, mostly nothing. */
  @Nullable RevisionState revision() {
    return switch (random.nextInt(6)) {
      case 0 -> new RevisionState(null, null, RevisionStatus.RETRACTED);
      case 1 -> new RevisionState(null, null, RevisionStatus.CONTESTED);
      default -> null;
    };
  }

  private EpisodicPayload episode() {
    List<TimelineEvent> timeline =
        List.of(
            new TimelineEvent(now, eventKind(), "ref", said()),
            new TimelineEvent(now.plusSeconds(1), "tool_call", "n1", null));
    List<ToolNode> tools =
        List.of(
            new ToolNode("n1", word(), object(), JsonValue.of(word()), now, List.of()),
            new ToolNode("n2", word(), object(), null, null, List.of("n1")));
    OutcomeStatus outcome = random.nextBoolean() ? null : OutcomeStatus.SUCCESS;
    return new EpisodicPayload(timeline, tools, null, outcome, List.of(), null, null);
  }

  private WorkingPayload workingState(String thread, @Nullable RevisionState revision) {
    return new WorkingPayload(
        thread,
        Chance.oneOf(random, TaskState.values()),
        List.of(),
        several(2),
        several(2),
        text(),
        revision);
  }

  private SemanticPayload fact(@Nullable RevisionState revision) {
    ProvenanceRef evidence = new ProvenanceRef(EvidenceType.HUMAN, word(), now);
    return new SemanticPayload(
        word(), word(), JsonValue.of(text()), validity(), List.of(evidence), null, revision);
  }

  private Validity validity() {
    return switch (random.nextInt(4)) {
      case 0 -> new Validity(ValidityMode.CONDITIONAL, conditions(), null, null);
      case 1 -> new Validity(ValidityMode.TIMEBOXED, null, now.minusSeconds(9), end());
      default -> Validity.global();
    };
  }

  private Instant end() {
    return now.plusSeconds(random.nextInt(200_000));
  }

  private CompetencePayload skill(@Nullable RevisionState revision) {
    int good = random.nextInt(30);
    int bad = random.nextInt(10);
    PerformanceStats stats =
        new PerformanceStats(good, bad, good / (good + bad + 1.0), null, now.minusSeconds(good));
    Trigger trigger = new Trigger(text(), random.nextBoolean() ? conditions() : null);
    return new CompetencePayload(
        "skill " + word(),
        List.of(trigger),
        List.of(new RecipeStep(text(), word(), null, null)),
        several(2),
        List.of(text()),
        List.of(),
        random.nextInt(4) == 0 ? null : stats,
        null,
        revision);
  }

  private PlanGraphPayload plan(@Nullable RevisionState revision) {
    return new PlanGraphPayload(
        "plan",
        "1",
        text(),
        random.nextBoolean() ? conditions() : null,
        null,
        null,
        List.of(new PlanNode("1", word(), object(), null), new PlanNode("2", word(), null, null)),
        List.of(new PlanEdge("1", "2", EdgeKind.CONTROL)),
        new PlanMetrics(null, random.nextInt(4) / 4.0, random.nextInt(30), now),
        revision);
  }
}
