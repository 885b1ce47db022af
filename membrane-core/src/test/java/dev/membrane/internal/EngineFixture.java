package dev.membrane.internal;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Permission;
import dev.membrane.ToolOutputRequest;
import dev.membrane.internal.audit.AuditService;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.consolidate.ConsolidationService;
import dev.membrane.internal.decay.DecayService;
import dev.membrane.internal.history.HistoryConfig;
import dev.membrane.internal.jobs.JobsConfig;
import dev.membrane.internal.listing.ListingService;
import dev.membrane.internal.retrieve.RetrievalConfig;
import dev.membrane.internal.retrieve.RetrievalService;
import dev.membrane.internal.revise.RevisionService;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The engine over a watched store, with a clock that a test sets and ids that count upwards. */
public final class EngineFixture implements InstantSource {

  /** When the tests take place, in whole microseconds. */
  public static final Instant NOON = Instant.parse("2025-06-01T12:00:00.123456Z");

  /** Nothing but what a test does is committed. */
  public static final HistoryConfig NO_HISTORY = new HistoryConfig(Duration.ZERO, Duration.ZERO);

  public final WatchedStore store = new WatchedStore();
  public final IngestDoor service;
  public final RetrievalService retrieval;
  public final RevisionService revision;
  public final DecayService decay;
  public final AuditService audit;
  public final ConsolidationService consolidation;
  private final Engine engine;
  private final AtomicLong lastNonce = new AtomicLong();

  /** The engine takes the first id for itself; records have those from 1 on. */
  private final AtomicLong lastId = new AtomicLong(-1);

  private volatile Instant now = NOON;

  public EngineFixture() {
    this(PolicyDefaults.DEFAULTS);
  }

  public EngineFixture(PolicyDefaults defaults) {
    engine =
        Engine.open(
            new EngineSettings(
                () -> store,
                false,
                new EngineConfig(
                    defaults,
                    RetrievalConfig.DEFAULTS,
                    Retention.DEFAULTS,
                    NO_HISTORY,
                    JobsConfig.DEFAULTS),
                this,
                this::nextId,
                this::nextNonce,
                DefaultStages.withoutExtractor(),
                null,
                Observer.NONE,
                Tracer.NONE,
                false));
    service = new IngestDoor(engine.writes().ingestion());
    retrieval = engine.reads().retrieval();
    revision = engine.writes().revision();
    decay = engine.writes().decay();
    audit = engine.reads().audit();
    consolidation = engine.writes().consolidation();
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void set(Instant instant) {
    now = instant;
  }

  public void pass(Duration time) {
    now = now.plus(time);
  }

  public StoredRecord stored(String id) {
    return store.get(List.of(id)).get(0);
  }

  public MemoryRecord record(String id) {
    return stored(id).record();
  }

  public long recordCount() {
    return store.statistics(now).recordsByType().values().stream().mapToLong(n -> n).sum();
  }

  /** The audit log of a record, for somebody who sees everything. */
  public List<AuditLink> log(String id) {
    return audit.log(id, null, Caller.ANONYMOUS);
  }

  /** Deletes what has run out, and answers how many records. */
  public int prune() {
    return engine.prune();
  }

  public ListingService listing() {
    return engine.reads().listing();
  }

  public void delete(String id) {
    AuditEntry entry = new AuditEntry(AuditAction.DELETE, "test", now, "gone");
    store.commit(
        Changeset.builder()
            .change(
                new Change.Delete(
                    id, stored(id).version(), List.of(new AuditLink(entry, "", "", "", ""))))
            .build());
  }

  private String nextNonce() {
    return "nonce " + lastNonce.incrementAndGet();
  }

  private String nextId() {
    return "%08x-0000-7000-8000-000000000000".formatted(lastId.incrementAndGet());
  }

  public static EventRequest event(String ref, IngestOptions options) {
    return EventRequest.builder()
        .source("agent")
        .eventKind("note")
        .ref(ref)
        .options(options)
        .build();
  }

  public static ToolOutputRequest tool(String name, List<String> dependsOn, IngestOptions options) {
    return ToolOutputRequest.builder()
        .source("agent")
        .toolName(name)
        .dependsOn(dependsOn)
        .options(options)
        .build();
  }

  public static IngestOptions episode(String key) {
    return IngestOptions.NONE.unscoped().episode(key);
  }

  public static MemoryRecord full(RecordView view) {
    return (MemoryRecord) view;
  }

  public static EpisodicPayload episodic(MemoryRecord record) {
    return (EpisodicPayload) record.payload();
  }

  public static List<String> refs(MemoryRecord record) {
    return episodic(record).timeline().stream().map(TimelineEvent::ref).toList();
  }

  public static List<String> tools(MemoryRecord record) {
    return episodic(record).toolGraph().stream().map(ToolNode::tool).toList();
  }

  public static List<String> rationales(MemoryRecord record) {
    return record.auditLog().stream().map(AuditEntry::rationale).toList();
  }

  /** A principal with every right that sees up to a level, in every scope. */
  public static Caller upTo(Sensitivity ceiling) {
    return Caller.named("bob").upTo(ceiling).permitted(Set.of(Permission.values()));
  }

  /** A principal that sees everything of some scopes, and has every right but admin. */
  public static Caller within(String... scopes) {
    return Caller.named("carol")
        .in(scopes)
        .permitted(Set.of(Permission.INGEST, Permission.RETRIEVE, Permission.REVISE));
  }
}
