package dev.membrane.internal.erase;

import dev.membrane.FailedPreconditionException;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records that are there and that nobody can read: their scope was erased, and its key destroyed,
 * after the copy was made that is read. Nothing can be said of what was learned from them.
 * Thread-safe.
 */
record UnreadableRemains(MemoryStore store) {

  private static final int AT_ONCE = 100;

  /**
   * Finds those among some records that would be seen in full.
   *
   * @param scope the scope that they must have; null: any
   * @throws FailedPreconditionException if there is one, and no version that a deletion could name
   */
  List<RecordHeader> among(Collection<String> ids, @Nullable String scope, Visibility visibility) {
    if (ids.isEmpty()) {
      return List.of();
    }
    // What was deleted before these are read has another version then.
    List<RecordHeader> there =
        store.headers(ids, Instant.EPOCH).stream()
            .filter(it -> Sight.isInFull(it, visibility))
            .filter(it -> scope == null || scope.equals(it.scope()))
            .toList();
    Set<String> read =
        store.get(there.stream().map(RecordHeader::id).toList()).stream()
            .map(StoredRecord::record)
            .map(record -> record.id())
            .collect(Collectors.toSet());
    List<RecordHeader> unread = there.stream().filter(it -> !read.contains(it.id())).toList();
    if (store.history().isEmpty()) {
      requireDeleted(unread);
    }
    return unread;
  }

  /**
   * Throws if one of the records is still there, as nothing tells its version. Others may have
   * deleted them meanwhile.
   */
  private void requireDeleted(List<RecordHeader> unread) {
    List<String> ids = unread.stream().map(RecordHeader::id).toList();
    List<RecordHeader> now = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
    for (RecordHeader header : now) {
      if (!header.isDeleted()) {
        throw new FailedPreconditionException(
            "record "
                + header.id()
                + " cannot be read, and cannot be erased, as the store keeps no versions");
      }
    }
  }

  /** Deletes one, with its former states, its kept run and its rationales. */
  void erase(
      RecordHeader header, AuditEntry last, RecordChanges records, Changeset.Builder changes) {
    String id = header.id();
    List<AuditLink> log = store.auditLog(id).map(AuditTrail::links).orElse(List.of());
    String head = log.isEmpty() ? "" : log.get(log.size() - 1).hash();
    records.delete(header, version(id), head, last, changes);
    changes.dropRun(id);
    changes.erase(new ErasedRationales(id, IntStream.rangeClosed(1, log.size()).boxed().toList()));
  }

  /** The number of the present version. */
  private long version(String id) {
    Optional<History> history = store.history();
    long last = 0;
    List<RecordVersion> page = List.of();
    do {
      last = page.isEmpty() ? last : page.get(page.size() - 1).number();
      page = history.isEmpty() ? List.of() : history.get().versions(id, last, AT_ONCE);
    } while (!page.isEmpty());
    return last;
  }
}
