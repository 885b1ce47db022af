package dev.membrane.internal.ingest;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store as it will be once the items of a batch are committed. Commits to it are collected, and
 * the reads that ingestion makes see them. {@link #changes} is one changeset for all of them, in
 * which each record changes once, however many items changed it. Not thread-safe.
 */
final class PendingStore extends ForwardingStore {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int HALF_EXCERPT = StoredRecord.AUDIT_EXCERPT / 2;

  private final Map<String, PendingRecord> records = new LinkedHashMap<>();
  private final Map<String, PendingKey> keys = new LinkedHashMap<>();
  private final Map<List<String>, QueueRow> rows = new LinkedHashMap<>();
  private final Map<String, List<AuditLink>> logs = new HashMap<>();
  private long bytes;

  PendingStore(MemoryStore store) {
    super(store);
  }

  /**
   * A record that is not committed as it is here.
   *
   * @param isNew whether it is to be inserted
   * @param stored as it will be, with the version that it has in the store; 0: it is new. The
   *     version rises by one, however often the record is changed here
   * @param audit the links that are to be added
   */
  private record PendingRecord(
      boolean isNew, StoredRecord stored, Terms terms, String nonce, List<AuditLink> audit) {

    Change change() {
      MemoryRecord record = stored.record();
      Anchor anchor = stored.anchor();
      return isNew
          ? new Change.Insert(record, stored.version() + 1, anchor, terms, nonce, audit)
          : new Change.Replace(stored.version(), record, anchor, terms, nonce, audit);
    }
  }

  /**
   * A key that is not committed as it is here.
   *
   * @param before as it is in the store; null: there is none
   * @param after as it will be; null: there will be none
   */
  private record PendingKey(@Nullable Key before, @Nullable Key after) {}

  /** Whether a record is to be inserted. */
  boolean isNew(String id) {
    PendingRecord pending = records.get(id);
    return pending != null && pending.isNew();
  }

  /** About how many bytes the records hold that are changed and are in the store already. */
  long bytes() {
    return bytes;
  }

  /** Everything that is to be committed. */
  Changeset changes() {
    Changeset.Builder changes = Changeset.builder();
    records.values().forEach(record -> changes.change(record.change()));
    for (PendingKey key : keys.values()) {
      if (key.before() != null) {
        changes.removeKey(key.before());
      }
      if (key.after() != null) {
        changes.addKey(key.after());
      }
    }
    rows.values().forEach(changes::enqueue);
    return changes.build();
  }

  @Override
  public void commit(Changeset changeset) {
    if (!changeset.rowsDone().isEmpty()
        || !changeset.runsKept().isEmpty()
        || !changeset.runsDropped().isEmpty()
        || !changeset.embeddings().isEmpty()
        || !changeset.rationalesErased().isEmpty()
        || !changeset.history().equals(HistorySteps.NONE)) {
      throw new IllegalArgumentException("not of an ingestion: " + changeset);
    }
    changeset.keysRemoved().forEach(this::remove);
    changeset.changes().forEach(this::change);
    changeset.keysAdded().forEach(this::add);
    changeset.rowsAdded().forEach(row -> rows.put(List.of(row.queue(), row.item()), row));
  }

  private void remove(Key key) {
    PendingKey known = keys.get(key.name());
    keys.put(key.name(), new PendingKey(known == null ? key : known.before(), null));
  }

  private void add(Key key) {
    PendingKey known = keys.get(key.name());
    keys.put(key.name(), new PendingKey(known == null ? null : known.before(), key));
  }

  private void change(Change change) {
    if (change instanceof Change.Insert one) {
      StoredRecord stored = stored(one.record(), one.version() - 1, one.anchor(), one.audit());
      put(new PendingRecord(true, stored, one.terms(), one.nonce(), one.audit()));
    } else if (change instanceof Change.Replace one) {
      replace(one);
    } else {
      throw new IllegalArgumentException("not of an ingestion: " + change);
    }
  }

  private void replace(Change.Replace one) {
    PendingRecord before = records.get(one.id());
    List<AuditLink> audit = new ArrayList<>(before == null ? List.of() : before.audit());
    audit.addAll(one.audit());
    StoredRecord stored = stored(one.record(), one.versionSeen(), one.anchor(), one.audit());
    put(new PendingRecord(isNew(one.id()), stored, one.terms(), one.nonce(), audit));
    if (before == null) {
      bytes += CODEC.encodeUtf8(one.record()).length;
    }
  }

  private void put(PendingRecord pending) {
    records.put(pending.stored().record().id(), pending);
  }

  private static StoredRecord stored(
      MemoryRecord record, long version, Anchor anchor, List<AuditLink> audit) {
    MemoryRecord kept =
        record.withSalience(anchor.salience()).withAuditLog(excerpt(record.auditLog()));
    return new StoredRecord(kept, version, anchor, audit.get(audit.size() - 1).hash());
  }

  private static List<AuditEntry> excerpt(List<AuditEntry> log) {
    if (log.size() <= StoredRecord.AUDIT_EXCERPT) {
      return log;
    }
    List<AuditEntry> excerpt = new ArrayList<>(log.subList(0, HALF_EXCERPT));
    excerpt.addAll(log.subList(log.size() - HALF_EXCERPT, log.size()));
    return excerpt;
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    Map<String, StoredRecord> found = new HashMap<>();
    List<String> others = ids.stream().filter(id -> !records.containsKey(id)).toList();
    if (!others.isEmpty()) {
      super.get(others).forEach(stored -> found.put(stored.record().id(), stored));
    }
    records.forEach((id, pending) -> found.put(id, pending.stored()));
    return inOrder(ids, found);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return get(ids);
  }

  /** What is in memory does not have what waits here. */
  @Override
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return List.of();
  }

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    Map<String, RecordHeader> found = new HashMap<>();
    List<String> others = ids.stream().filter(id -> !records.containsKey(id)).toList();
    if (!others.isEmpty()) {
      super.headers(others, at).forEach(header -> found.put(header.id(), header));
    }
    for (String id : ids) {
      PendingRecord pending = records.get(id);
      if (pending != null) {
        found.put(id, RecordHeader.of(RedactedRecord.of(pending.stored().at(at)), 0));
      }
    }
    return inOrder(ids, found);
  }

  private static <T> List<T> inOrder(Collection<String> ids, Map<String, T> found) {
    return new LinkedHashSet<>(ids)
        .stream().flatMap(id -> Stream.ofNullable(found.get(id))).toList();
  }

  @Override
  public List<Key> find(Collection<String> names) {
    List<String> others = names.stream().filter(name -> !keys.containsKey(name)).toList();
    List<Key> found = new ArrayList<>(others.isEmpty() ? List.of() : super.find(others));
    for (String name : new LinkedHashSet<>(names)) {
      PendingKey pending = keys.get(name);
      if (pending != null && pending.after() != null) {
        found.add(pending.after());
      }
    }
    return found;
  }

  /** Nobody asks it; the store would answer without what waits here. */
  @Override
  public List<Hit> search(Filter filter, int limit) {
    throw new UnsupportedOperationException("not for ingestion");
  }

  /** The search for one term, which is all that ingestion asks: the latest inserted first. */
  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    if (terms.size() != 1) {
      throw new UnsupportedOperationException("not for ingestion");
    }
    Set<String> passing = new LinkedHashSet<>();
    records.forEach(
        (id, pending) -> {
          if (pending.terms().counts().containsKey(terms.get(0))
              && filter.passes(pending.stored())) {
            passing.add(id);
          }
        });
    List<String> inserted = new ArrayList<>(passing.stream().filter(this::isNew).toList());
    Collections.reverse(inserted);
    List<Hit> hits = new ArrayList<>(inserted.stream().map(this::hit).toList());
    super.search(filter, terms, limit + records.size()).stream()
        .filter(hit -> !records.containsKey(hit.id()) || passing.contains(hit.id()))
        .forEach(hits::add);
    return hits.subList(0, Math.min(hits.size(), limit));
  }

  private Hit hit(String id) {
    MemoryRecord record = Objects.requireNonNull(records.get(id)).stored().record();
    return new Hit(id, record.createdAt(), 0, Map.of(), 0, "");
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    PendingRecord pending = records.get(id);
    if (pending == null) {
      return super.auditLog(id);
    }
    List<AuditLink> links = new ArrayList<>(logs.computeIfAbsent(id, this::committedLinks));
    links.addAll(pending.audit());
    MemoryRecord record = pending.stored().record();
    return Optional.of(
        new AuditTrail(
            id,
            record.scope(),
            record.sensitivity(),
            pending.stored(),
            null,
            links,
            pending.nonce()));
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    return ids.stream().distinct().flatMap(id -> auditLog(id).stream()).toList();
  }

  private List<AuditLink> committedLinks(String id) {
    return isNew(id) ? List.of() : super.auditLog(id).map(AuditTrail::links).orElse(List.of());
  }
}
