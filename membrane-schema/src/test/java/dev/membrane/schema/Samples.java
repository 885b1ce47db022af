package dev.membrane.schema;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Valid records, one of each type, in which every component has a value. */
public final class Samples {

  public static final Instant T0 = Instant.parse("2025-01-15T10:30:00.123456Z");
  public static final String ID = "550e8400-e29b-41d4-a716-446655440000";
  public static final String OTHER_ID = "660e8400-e29b-41d4-a716-446655440001";

  private Samples() {}

  public static Stream<MemoryRecord> ofEveryType() {
    return Stream.of(episode(), working(), fact(), competence(), plan()).map(Samples::record);
  }

  public static MemoryRecord record(Payload payload) {
    return MemoryRecord.builder()
        .id(ID)
        .type(payload.kind())
        .sensitivity(Sensitivity.LOW)
        .confidence(0.95)
        .salience(0.8)
        .scope("project-ä")
        .tags(List.of("zebra", "äpfel", "🦓", "alpha"))
        .createdAt(T0)
        .updatedAt(T0.plusSeconds(1))
        .lifecycle(lifecycle())
        .provenance(
            new Provenance(
                List.of(
                    new ProvenanceSource(
                        ProvenanceKind.EVENT, "session-001/msg-1", "sha256:abc", "agent-1", T0)),
                "ingestion-service"))
        .relations(List.of(new Relation("supports", OTHER_ID, 0.9, T0)))
        .payload(payload)
        .auditLog(List.of(new AuditEntry(AuditAction.CREATE, "agent-1", T0, "")))
        .build();
  }

  public static Lifecycle lifecycle() {
    DecayProfile decay = new DecayProfile(DecayCurve.EXPONENTIAL, 86_400, 0.01, 2_592_000L, 0.2);
    return new Lifecycle(decay, T0, false, DeletionPolicy.AUTO_PRUNE);
  }

  public static EpisodicPayload episode() {
    return new EpisodicPayload(
        List.of(new TimelineEvent(T0, "user_input", "msg-1", "asked: „why?“\n\t\"\\ \u2028")),
        List.of(
            new ToolNode("t1", "deploy", freeForm(), freeForm(), T0, List.of()),
            new ToolNode("t2", "check", null, JsonNull.NULL, null, List.of("t1"))),
        new EnvironmentSnapshot(
            "linux", "6.1", Map.of("go", "1.21"), "/home/user/project", freeForm()),
        OutcomeStatus.SUCCESS,
        List.of("logs/1.log"),
        "graphs/1",
        "run-1");
  }

  public static WorkingPayload working() {
    return new WorkingPayload(
        "thread-1",
        TaskState.EXECUTING,
        List.of(new Constraint("budget", "max_tokens", new JsonNumber("4096"), true)),
        List.of("run tests"),
        List.of("which region?"),
        "deploying",
        revision());
  }

  public static SemanticPayload fact() {
    return new SemanticPayload(
        "user",
        "prefers",
        freeForm(),
        new Validity(ValidityMode.TIMEBOXED, freeForm(), T0, T0.plusSeconds(60)),
        List.of(new ProvenanceRef(EvidenceType.HUMAN, "obs-1", T0)),
        RevisionPolicy.FORK,
        revision());
  }

  public static CompetencePayload competence() {
    return new CompetencePayload(
        "fix",
        List.of(new Trigger("ERESOLVE", freeForm())),
        List.of(new RecipeStep("run", "shell", freeForm(), "exit code 0")),
        List.of("shell"),
        List.of("not supported"),
        List.of("start again"),
        new PerformanceStats(12, 2, 0.857, 4500.0, T0),
        "1.2",
        revision());
  }

  public static PlanGraphPayload plan() {
    return plan(
        List.of(
            new PlanEdge("n1", "n2", EdgeKind.CONTROL), new PlanEdge("n2", "n1", EdgeKind.DATA)));
  }

  public static PlanGraphPayload plan(List<PlanEdge> edges) {
    return new PlanGraphPayload(
        "plan-1",
        "2.0",
        "setup",
        freeForm(),
        freeForm(),
        freeForm(),
        List.of(new PlanNode("n1", "shell", freeForm(), freeForm()), node("n2"), node("n3")),
        edges,
        new PlanMetrics(2300.5, 0.05, 40, T0),
        revision());
  }

  public static PlanNode node(String id) {
    return new PlanNode(id, "shell", null, null);
  }

  public static RevisionState revision() {
    return new RevisionState(OTHER_ID, OTHER_ID, RevisionStatus.CONTESTED);
  }

  /** Everything that is easily lost: nulls, empties, the order of members, the text of numbers. */
  public static JsonObject freeForm() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("zulu", JsonNull.NULL);
    members.put("alpha", new JsonString("ünï 🦓 \u0001"));
    members.put("empty", new JsonString(""));
    members.put("", new JsonObject(Map.of()));
    members.put("none", new JsonArray(List.of()));
    members.put("truth", new JsonBoolean(false));
    List<JsonValue> numbers = new ArrayList<>();
    for (String literal :
        List.of("1.00", "1e5", "-0", "0.1", "9007199254740993", "-9223372036854775808", "1E-400")) {
      numbers.add(new JsonNumber(literal));
    }
    numbers.add(new JsonNumber("123456789012345678901234567890.50"));
    members.put("numbers", new JsonArray(numbers));
    return new JsonObject(members);
  }
}
