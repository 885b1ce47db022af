package dev.membrane.tck;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.EnvironmentSnapshot;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RevisionPolicy;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Payloads of every kind, with as little and with as much as they can hold. */
final class Payloads {

  static final String ODD_TEXT =
      "\"quoted\" 'single' \\back\\ /slash/ \t\n\r tab, Ünïcödé e\u0301, 漢字, العربية, \uD83D\uDC69\u200D\uD83D\uDE80,"
          + " \u2028\u2029\uFEFF\uFFFF, %_*?; DROP TABLE records;--";

  private static final Instant THEN = Instant.parse("1999-12-31T23:59:59.999999Z");

  private Payloads() {}

  static List<Payload> bare() {
    return List.of(
        EpisodicPayload.of(List.of(), List.of()),
        working("t", null),
        fact("s", "p"),
        skill(null),
        plan(null));
  }

  static List<Payload> full() {
    return List.of(fullEpisode(), fullWorkingState(), fullFact(), fullSkill(), fullPlan());
  }

  static SemanticPayload fact(String subject, String predicate) {
    return fact(subject, predicate, Validity.global(), null);
  }

  static SemanticPayload fact(
      String subject, String predicate, Validity validity, @Nullable RevisionState revision) {
    return new SemanticPayload(
        subject, predicate, JsonNull.NULL, validity, List.of(), null, revision);
  }

  static Validity timebox(@Nullable Instant start, @Nullable Instant end) {
    return new Validity(ValidityMode.TIMEBOXED, null, start, end);
  }

  static WorkingPayload working(String threadId, @Nullable RevisionState revision) {
    return new WorkingPayload(
        threadId, TaskState.EXECUTING, List.of(), List.of(), List.of(), null, revision);
  }

  static EpisodicPayload episode(@Nullable String key) {
    return EpisodicPayload.of(List.of(), List.of()).under(key);
  }

  static CompetencePayload skill(@Nullable PerformanceStats performance) {
    return new CompetencePayload(
        "skill", List.of(), List.of(), List.of(), List.of(), List.of(), performance, null, null);
  }

  static PlanGraphPayload plan(@Nullable PlanMetrics metrics) {
    return new PlanGraphPayload(
        "plan", "1", null, null, null, null, List.of(), List.of(), metrics, null);
  }

  /** Nulls, empties, nesting, member order, and numbers that a double cannot hold. */
  static JsonObject freeForm() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("z first", JsonNull.NULL);
    members.put("", new JsonString(""));
    members.put("a", new JsonObject(Map.of()));
    members.put("empty", new JsonArray(List.of()));
    members.put(ODD_TEXT, new JsonString(ODD_TEXT));
    members.put("numbers", numbers());
    members.put("flags", JsonValue.of(List.of(true, false)));
    members.put("deep", deep());
    return new JsonObject(members);
  }

  private static JsonArray numbers() {
    return new JsonArray(
        List.of(
            new JsonNumber("0"),
            new JsonNumber("-0"),
            new JsonNumber("1.00"),
            new JsonNumber("1e400"),
            new JsonNumber("-1.5E-7"),
            new JsonNumber("9223372036854775807"),
            new JsonNumber("18446744073709551616"),
            new JsonNumber("0.1234567890123456789012345678901234567890")));
  }

  private static JsonValue deep() {
    JsonValue value = JsonNull.NULL;
    for (int i = 0; i < 80; i++) {
      value = new JsonArray(List.of(new JsonObject(Map.of("in", value))));
    }
    return value;
  }

  private static EpisodicPayload fullEpisode() {
    return new EpisodicPayload(
        List.of(
            new TimelineEvent(THEN, "tool_call", "node-1", ODD_TEXT),
            new TimelineEvent(THEN, "user_input", "r", null)),
        List.of(
            new ToolNode("node-1", "bash", freeForm(), freeForm(), THEN, List.of()),
            new ToolNode("node-2", "bash", null, JsonNull.NULL, null, List.of("node-1")),
            new ToolNode("node-3", "bash", new JsonObject(Map.of()), null, null, List.of())),
        environment(),
        OutcomeStatus.PARTIAL,
        List.of("b", "a"),
        "graph",
        "run");
  }

  private static EnvironmentSnapshot environment() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("mvn", "3.9");
    versions.put("git", "2");
    return new EnvironmentSnapshot("linux", "6.1", versions, "/work dir", freeForm());
  }

  private static WorkingPayload fullWorkingState() {
    return new WorkingPayload(
        ODD_TEXT,
        TaskState.BLOCKED,
        List.of(
            new Constraint("budget", "usd", new JsonNumber("12.50"), true),
            new Constraint(null, null, JsonNull.NULL, false),
            new Constraint(null, null, null, false)),
        List.of("b", "a", "b"),
        List.of(ODD_TEXT),
        "half way",
        new RevisionState(null, null, RevisionStatus.CONTESTED));
  }

  private static SemanticPayload fullFact() {
    return new SemanticPayload(
        ODD_TEXT,
        "is",
        freeForm(),
        new Validity(ValidityMode.CONDITIONAL, freeForm(), THEN, THEN.plusSeconds(1)),
        List.of(new ProvenanceRef(EvidenceType.HUMAN, "someone", THEN)),
        RevisionPolicy.FORK,
        new RevisionState("old", "new", RevisionStatus.ACTIVE));
  }

  private static CompetencePayload fullSkill() {
    return new CompetencePayload(
        "skill:a+b",
        List.of(new Trigger("error", freeForm()), new Trigger("plain", null)),
        List.of(
            new RecipeStep("look", "bash", freeForm(), "exit code 0"),
            new RecipeStep("think", null, null, null)),
        List.of("bash", "bash"),
        List.of(ODD_TEXT),
        List.of("ask"),
        new PerformanceStats(Long.MAX_VALUE, 3, 0.1 + 0.2, 12.25, THEN),
        "v2",
        new RevisionState(null, null, RevisionStatus.RETRACTED));
  }

  private static PlanGraphPayload fullPlan() {
    return new PlanGraphPayload(
        "p-1",
        "1",
        ODD_TEXT,
        freeForm(),
        freeForm(),
        new JsonObject(Map.of()),
        List.of(
            new PlanNode("1", "fetch", freeForm(), freeForm()),
            new PlanNode("2", "parse", null, null)),
        List.of(new PlanEdge("1", "2", EdgeKind.DATA), new PlanEdge("1", "2", EdgeKind.CONTROL)),
        new PlanMetrics(1.5, 0.25, 1L << 40, THEN),
        new RevisionState("a", null, null));
  }
}
