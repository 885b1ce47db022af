package dev.membrane.ingest;

import dev.membrane.engine.Caller;
import dev.membrane.engine.Permission;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Change;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Visibility;
import dev.membrane.text.RecordText;
import dev.membrane.text.TextAnalyzer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A service over a watched store, with a clock that a test sets and ids that count upwards. */
final class House implements InstantSource {

  /** When the tests take place, in whole microseconds. */
  static final Instant NOON = Instant.parse("2025-06-01T12:00:00.123456Z");

  final WatchedStore store = new WatchedStore();
  final IngestionService service;
  private final AtomicLong lastId = new AtomicLong();
  private volatile Instant now = NOON;

  House() {
    this(PolicyDefaults.DEFAULTS);
  }

  House(PolicyDefaults defaults) {
    RecordText text = new RecordText(new TextAnalyzer());
    service = new IngestionService(store, text, defaults, this, this::nextId);
  }

  @Override
  public Instant instant() {
    return now;
  }

  void set(Instant instant) {
    now = instant;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  Stored stored(String id) {
    return store.get(List.of(id)).get(0);
  }

  MemoryRecord record(String id) {
    return stored(id).record();
  }

  long recordCount() {
    return store.statistics(now).recordsByType().values().stream().mapToLong(n -> n).sum();
  }

  void delete(String id) {
    AuditEntry entry = new AuditEntry(AuditAction.DELETE, "test", now, "gone");
    store.commit(
        Changeset.builder()
            .change(new Change.Delete(id, stored(id).version(), List.of(entry)))
            .build());
  }

  private String nextId() {
    return "%08x-0000-7000-8000-000000000000".formatted(lastId.incrementAndGet());
  }

  static EventRequest event(String ref, IngestOptions options) {
    return new EventRequest("agent", "note", ref, null, options);
  }

  static ToolOutputRequest tool(String name, List<String> dependsOn, IngestOptions options) {
    return new ToolOutputRequest("agent", name, null, null, dependsOn, options);
  }

  static IngestOptions episode(String key) {
    return IngestOptions.NONE.ofEpisode(key);
  }

  static MemoryRecord full(RecordView view) {
    return (MemoryRecord) view;
  }

  static EpisodicPayload episodic(MemoryRecord record) {
    return (EpisodicPayload) record.payload();
  }

  static List<String> refs(MemoryRecord record) {
    return episodic(record).timeline().stream().map(TimelineEvent::ref).toList();
  }

  static List<String> tools(MemoryRecord record) {
    return episodic(record).toolGraph().stream().map(ToolNode::tool).toList();
  }

  static List<String> rationales(MemoryRecord record) {
    return record.auditLog().stream().map(AuditEntry::rationale).toList();
  }

  /** A principal that may ingest and see up to a level, in every scope. */
  static Caller upTo(Sensitivity ceiling) {
    return new Caller("bob", new Visibility(ceiling, null), Set.of(Permission.INGEST));
  }

  /** A principal that may ingest, and see everything of some scopes. */
  static Caller within(String... scopes) {
    Visibility visibility = new Visibility(Sensitivity.HYPER, Set.of(scopes));
    return new Caller("carol", visibility, Set.of(Permission.INGEST));
  }
}
