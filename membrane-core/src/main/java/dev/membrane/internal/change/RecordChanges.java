package dev.membrane.internal.change;

import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.text.RecordText;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.Validation;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the steps of a changeset. It sees to it that every record is valid, can be found by its
 * words, has a chained audit log, and is scheduled for pruning. Thread-safe.
 */
public final class RecordChanges {

  private static final long FIRST_VERSION = 1;

  private static final Duration COMPRESSED_AFTER = Duration.ofHours(24);

  private final RecordText text;
  private final AuditChain chain;
  private final Retention retention;
  private final boolean isEmbedded;

  /** Makes steps for records that are found, audited and kept in the same way. */
  public RecordChanges(RecordText text, AuditChain chain, Retention retention) {
    this(text, chain, retention, false);
  }

  private RecordChanges(
      RecordText text, AuditChain chain, Retention retention, boolean isEmbedded) {
    this.text = text;
    this.chain = chain;
    this.retention = retention;
    this.isEmbedded = isEmbedded;
  }

  /** The same for records that are embedded too: whatever has new text is queued for it. */
  public RecordChanges embedded() {
    return new RecordChanges(text, chain, retention, true);
  }

  /** A new record with its first audit entries, whose salience counts from its creation. */
  public Write inserting(MemoryRecord record) {
    Changeset.Builder changes = Changeset.builder();
    Anchor anchor = new Anchor(record.salience(), record.createdAt());
    insert(record, anchor, changes);
    return new Write(record, anchor, changes);
  }

  /** A new record with its first audit entries. */
  public void insert(MemoryRecord record, Anchor anchor, Changeset.Builder into) {
    Validation.check(record);
    String nonce = chain.nonce();
    String contentHash = AuditChain.contentHash(nonce, FIRST_VERSION, record, anchor);
    List<AuditLink> links = chain.extend("", record.id(), record.auditLog(), contentHash);
    into.change(
        new Change.Insert(record, FIRST_VERSION, anchor, text.termsOf(record), nonce, links));
    schedule(record, anchor, into);
    settle(record, into);
    compress(record, into);
    embed(record, record.createdAt(), into);
  }

  /** A later state of the record that the caller is answered with, see {@link #replace}. */
  public Write replacing(StoredRecord seen, MemoryRecord after, Anchor anchor) {
    Changeset.Builder changes = Changeset.builder();
    MemoryRecord replaced = replace(seen, after, anchor, changes);
    return new Write(replaced, notBefore(seen.anchor(), anchor), changes);
  }

  /**
   * A later state of a record; the last entry of its audit log is the new one.
   *
   * @return the state as it will be stored
   */
  public MemoryRecord replace(
      StoredRecord seen, MemoryRecord after, Anchor anchor, Changeset.Builder into) {
    return replace(seen, after, anchor, 1, into);
  }

  /**
   * A later state of a record.
   *
   * @param news how many entries at the end of its audit log are new, at least 1
   * @return the state as it will be stored
   */
  public MemoryRecord replace(
      StoredRecord seen, MemoryRecord changed, Anchor moved, int news, Changeset.Builder into) {
    MemoryRecord after = notBefore(seen.record(), changed);
    Anchor anchor = notBefore(seen.anchor(), moved);
    Validation.check(after);
    List<AuditEntry> log = after.auditLog();
    String nonce = chain.nonce();
    List<AuditLink> links =
        chain.extend(
            seen.head(),
            after.id(),
            log.subList(log.size() - news, log.size()),
            AuditChain.contentHash(nonce, seen.version() + 1, after, anchor));
    into.change(
        new Change.Replace(seen.version(), after, anchor, text.termsOf(after), nonce, links));
    boolean isScheduled = retention.dueAt(seen.record(), seen.anchor()).isPresent();
    if (isScheduled && retention.dueAt(after, anchor).isEmpty()) {
      // A row cannot be taken away unseen, but it can be put off beyond all sweeps.
      into.enqueue(new QueueRow(Queues.PRUNING, after.id(), Timestamps.MAX, 0));
    }
    schedule(after, anchor, into);
    if (!seen.record().payload().equals(after.payload())) {
      settle(after, into);
      embedAnew(seen.record(), after, changed.updatedAt(), into);
    }
    return after;
  }

  /** A vector counts from when it was made, so one of the same text would change past answers. */
  private void embedAnew(
      MemoryRecord before, MemoryRecord after, Instant at, Changeset.Builder into) {
    if (isEmbedded && !RecordText.textOf(before).equals(RecordText.textOf(after))) {
      embed(after, at, into);
    }
  }

  /** The clock may be set back; the instants of the last change and reinforcement may not. */
  private static MemoryRecord notBefore(MemoryRecord before, MemoryRecord after) {
    Lifecycle lifecycle = after.lifecycle();
    Instant reinforced = before.lifecycle().lastReinforcedAt();
    return after.toBuilder()
        .updatedAt(later(after.updatedAt(), later(before.updatedAt(), before.createdAt())))
        .lifecycle(lifecycle.withLastReinforcedAt(later(lifecycle.lastReinforcedAt(), reinforced)))
        .build();
  }

  /** Else what was changed by a clock that was behind would have decayed since long ago. */
  private static Anchor notBefore(Anchor before, Anchor after) {
    return new Anchor(after.salience(), later(before.at(), after.at()));
  }

  /** The later of two instants. */
  public static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }

  /** A record as it is, found by the terms that are read in it today. */
  public void reindex(StoredRecord stored, Changeset.Builder into) {
    MemoryRecord record = stored.record();
    into.change(
        new Change.Reindex(stored.version(), record, stored.anchor(), text.termsOf(record)));
  }

  /** The end of a record and of its versions. */
  public void delete(StoredRecord seen, AuditEntry last, Changeset.Builder into) {
    into.change(deletion(seen, last, false));
  }

  /** The end of a record whose versions stay as long as versions are kept. */
  public void prune(StoredRecord seen, AuditEntry last, Changeset.Builder into) {
    into.change(deletion(seen, last, true));
  }

  /**
   * The end of a record that cannot be read.
   *
   * @param version its number
   * @param head the hash of the last entry of its log
   */
  public void delete(
      RecordHeader unread, long version, String head, AuditEntry last, Changeset.Builder into) {
    String tombstone = AuditChain.tombstoneHash(unread.scope(), unread.sensitivity());
    List<AuditLink> links = chain.extend(head, unread.id(), List.of(last), tombstone);
    into.change(new Change.Delete(unread.id(), version, links));
  }

  private Change deletion(StoredRecord seen, AuditEntry last, boolean keepsVersions) {
    String id = seen.record().id();
    String tombstone = AuditChain.tombstoneHash(seen.record().scope(), seen.record().sensitivity());
    List<AuditLink> links = chain.extend(seen.head(), id, List.of(last), tombstone);
    return new Change.Delete(id, seen.version(), links, keepsVersions);
  }

  /** An audit log of one entry, which belongs to no record. */
  public void bury(
      String id,
      @Nullable String scope,
      Sensitivity sensitivity,
      AuditEntry entry,
      Changeset.Builder into) {
    String tombstone = AuditChain.tombstoneHash(scope, sensitivity);
    List<AuditLink> links = chain.extend("", id, List.of(entry), tombstone);
    into.change(new Change.Bury(id, scope, sensitivity, links));
  }

  /** A record with one more entry in its audit log, which dates its last change. */
  public static MemoryRecord.Builder logged(MemoryRecord record, AuditEntry entry) {
    return record.toBuilder()
        .updatedAt(entry.timestamp())
        .auditLog(appended(record.auditLog(), entry));
  }

  /** A list with one more item. */
  public static <T> List<T> appended(List<T> items, T item) {
    List<T> all = new ArrayList<>(items);
    all.add(item);
    return all;
  }

  /** An episode that every stage has learned from is kept no longer for their sake. */
  public void release(StoredRecord learned, Changeset.Builder into) {
    retention
        .due(learned.record(), learned.anchor(), true)
        .ifPresent(
            due -> into.enqueue(new QueueRow(Queues.PRUNING, learned.record().id(), due.at(), 0)));
  }

  /** What changes an episode gives it something new to teach. */
  private static void settle(MemoryRecord record, Changeset.Builder into) {
    if (record.payload() instanceof EpisodicPayload) {
      Instant settled = EpisodeSettling.settledAt(record);
      into.enqueue(new QueueRow(Queues.SETTLING, record.id(), settled, 0));
    }
  }

  /** Queues a record for its embedding, where records are embedded. */
  public void embed(MemoryRecord record, Instant at, Changeset.Builder into) {
    if (isEmbedded) {
      into.enqueue(new QueueRow(Queues.EMBEDDING, record.id(), at, 0));
    }
  }

  private static void compress(MemoryRecord record, Changeset.Builder into) {
    if (record.payload() instanceof EpisodicPayload) {
      Instant due = record.createdAt().plus(COMPRESSED_AFTER);
      into.enqueue(new QueueRow(Queues.COMPRESSION, record.id(), due, 0));
    }
  }

  private void schedule(MemoryRecord record, Anchor anchor, Changeset.Builder into) {
    retention
        .dueAt(record, anchor)
        .ifPresent(due -> into.enqueue(new QueueRow(Queues.PRUNING, record.id(), due, 0)));
  }
}
