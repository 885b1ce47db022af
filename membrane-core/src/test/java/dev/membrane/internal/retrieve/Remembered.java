package dev.membrane.internal.retrieve;

import dev.membrane.Caller;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.Engine;
import dev.membrane.internal.EngineConfig;
import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.EngineSettings;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.jobs.JobsConfig;
import dev.membrane.internal.listing.ListingService;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.schema.WorkingPayload;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A memory at a fixed instant, and short ways to fill and ask it. */
public final class Remembered {

  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  public static final TrustContext TRUST = TrustContext.upTo(Sensitivity.LOW);
  public static final long HALF_LIFE = 86_400;

  public final MemoryStore store;
  private final RecordText text = new RecordText(new TextAnalyzer());
  private RetrievalConfig config = RetrievalConfig.DEFAULTS;
  private @Nullable Embedder embedder;
  private int count;

  public Remembered() {
    this(new InMemoryStore());
  }

  public Remembered(MemoryStore store) {
    this.store = store;
  }

  /** With other weights of vectors and neighbours than the usual ones. */
  public Remembered weighing(double vectors, double neighbours) {
    config =
        new RetrievalConfig(
            RetrievalConfig.DEFAULTS.selectionConfidenceThreshold(),
            RetrievalConfig.DEFAULTS.relevanceWeight(),
            vectors,
            neighbours,
            RetrievalConfig.DEFAULTS.relevance(),
            RetrievalConfig.DEFAULTS.sittingPause());
    return this;
  }

  /** With an embedder, and the vectors of all records as it sees them. */
  public Remembered understanding(Embedder chosen) {
    embedder = chosen;
    EmbeddingResult unused = engine().embed();
    return this;
  }

  public RetrievalService service() {
    return engine().reads().retrieval();
  }

  public ListingService listing() {
    return engine().reads().listing();
  }

  private Engine engine() {
    return Engine.open(
        new EngineSettings(
            () -> store,
            false,
            new EngineConfig(
                PolicyDefaults.DEFAULTS,
                config,
                Retention.DEFAULTS,
                EngineFixture.NO_HISTORY,
                JobsConfig.DEFAULTS),
            InstantSource.fixed(NOW),
            () -> "here",
            () -> "nonce",
            List.of(),
            embedder,
            Observer.NONE,
            Tracer.NONE,
            false));
  }

  public RetrieveAnswer ask(UnaryOperator<RetrieveRequest.Builder> question) {
    return ask(TRUST, question);
  }

  public RetrieveAnswer ask(TrustContext trust, UnaryOperator<RetrieveRequest.Builder> question) {
    return service()
        .retrieve(question.apply(RetrieveRequest.builder().trust(trust)).build(), Caller.ANONYMOUS);
  }

  /** The lines of an answer in text. */
  public List<String> lines() {
    return ask(Remembered::inText).text().lines().toList();
  }

  public static RetrieveRequest.Builder inText(RetrieveRequest.Builder ask) {
    return ask.view(AnswerView.TEXT);
  }

  public static MemoryRecord.Builder sure(MemoryRecord.Builder record) {
    return record.confidence(1);
  }

  public List<String> idsFor(UnaryOperator<RetrieveRequest.Builder> question) {
    return ids(ask(question));
  }

  public static List<String> ids(RetrieveAnswer answer) {
    return answer.results().stream().map(RecordView::id).toList();
  }

  public RecordView byId(String id, TrustContext trust) {
    return service().byId(id, trust, Caller.ANONYMOUS);
  }

  /** Each record is a second older than the one before, so that ties have a known order. */
  public String add(Payload payload, UnaryOperator<MemoryRecord.Builder> change) {
    return add(payload, change, 1);
  }

  public String add(Payload payload, UnaryOperator<MemoryRecord.Builder> change, int auditEntries) {
    MemoryRecord record = change.apply(record(payload)).build();
    Anchor anchor = new Anchor(record.salience(), NOW);
    store.commit(
        Changeset.builder()
            .change(
                new Change.Insert(
                    record,
                    anchor,
                    text.termsOf(record),
                    Collections.nCopies(auditEntries, new AuditLink(created(), "", "", "", ""))))
            .build());
    return record.id();
  }

  private static AuditEntry created() {
    return new AuditEntry(AuditAction.CREATE, "tester", NOW, "made for a test");
  }

  private MemoryRecord.Builder record(Payload payload) {
    Instant created = NOW.minusSeconds(++count);
    return MemoryRecord.builder()
        .id(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + count).toString())
        .type(payload.kind())
        .sensitivity(Sensitivity.LOW)
        .confidence(0.5)
        .salience(0.5)
        .createdAt(created)
        .updatedAt(created)
        .lifecycle(
            new Lifecycle(
                new DecayProfile(DecayCurve.EXPONENTIAL, HALF_LIFE, null, null, null),
                NOW,
                false,
                DeletionPolicy.AUTO_PRUNE))
        .provenance(
            new Provenance(
                List.of(new ProvenanceSource(ProvenanceKind.EVENT, "e", null, speaker(), null)),
                null))
        .payload(payload);
  }

  /** Two take turns. */
  private String speaker() {
    return count % 2 == 0 ? "ann" : "bob";
  }

  public String add(Payload payload) {
    return add(payload, record -> record);
  }

  public String event(String summary) {
    return event(summary, record -> record);
  }

  public String event(String summary, UnaryOperator<MemoryRecord.Builder> change) {
    return add(episode(summary), change);
  }

  public static EpisodicPayload episode(String summary) {
    return EpisodicPayload.of(List.of(new TimelineEvent(NOW, "x", "e", summary)), List.of());
  }

  public static UnaryOperator<MemoryRecord.Builder> salience(double salience) {
    return record -> record.salience(salience);
  }

  public static UnaryOperator<MemoryRecord.Builder> guarded(Sensitivity sensitivity) {
    return record -> record.sensitivity(sensitivity);
  }

  public static SemanticPayload fact(String subject, String object, Validity validity) {
    return new SemanticPayload(
        subject, "is", new JsonString(object), validity, List.of(), null, null);
  }

  public static SemanticPayload fact(String subject, String object) {
    return fact(subject, object, Validity.global());
  }

  public static Validity given(String name, Object value) {
    return new Validity(ValidityMode.CONDITIONAL, json(name, value), null, null);
  }

  public static JsonObject json(String name, Object value) {
    return new JsonObject(Map.of(name, JsonValue.of(value)));
  }

  public static WorkingPayload working(String thread, String summary) {
    return new WorkingPayload(
        thread, TaskState.EXECUTING, List.of(), List.of(), List.of(), summary, null);
  }

  public static CompetencePayload skill(
      String name, @Nullable PerformanceStats stats, List<Trigger> triggers, String... tools) {
    List<RecipeStep> steps = new ArrayList<>();
    for (String tool : tools) {
      steps.add(new RecipeStep("do", tool, null, null));
    }
    return new CompetencePayload(
        name, triggers, steps, List.of(), List.of(), List.of(), stats, null, null);
  }

  public static PlanGraphPayload plan(
      String intent,
      @Nullable JsonObject constraints,
      @Nullable PlanMetrics metrics,
      String... ops) {
    List<PlanNode> nodes = new ArrayList<>();
    for (String op : ops) {
      nodes.add(new PlanNode("n" + nodes.size(), op, null, null));
    }
    return new PlanGraphPayload(
        "p", "1", intent, constraints, null, null, nodes, List.of(), metrics, null);
  }

  public static Set<MemoryType> only(MemoryType... types) {
    return Set.of(types);
  }
}
