package dev.membrane.internal.change;

import dev.membrane.Caller;
import dev.membrane.NotFoundException;
import dev.membrane.internal.access.ById;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.access.Sight;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Relation;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the records that callers name in order to change them or to refer to them. Thread-safe. */
public final class TargetLookup {

  private final MemoryStore store;

  /** Looks in a store. */
  public TargetLookup(MemoryStore store) {
    this.store = store;
  }

  /**
   * The record with an id, for a change. The id may be in upper or lower case.
   *
   * @param visibility what the caller may see in this call
   * @throws NotFoundException if there is none that the caller may know of
   * @throws dev.membrane.AccessDeniedException if the caller may only know that it is there, or may
   *     not change it
   */
  public StoredRecord find(String id, Visibility visibility, Caller caller) {
    return find(List.of(id), visibility, caller).get(0);
  }

  /** The records with these ids, each once, in their order; like {@link #find}. */
  public List<StoredRecord> find(List<String> ids, Visibility visibility, Caller caller) {
    List<String> canonical =
        ids.stream()
            .map(id -> RecordIds.canonical(id).orElseThrow(() -> RecordIds.unknown(id)))
            .distinct()
            .toList();
    KnownRecords known = new KnownRecords(store, visibility);
    Map<String, RecordHeader> headers =
        known.headers(canonical, Instant.EPOCH).stream()
            .filter(header -> !header.isDeleted())
            .collect(ById.headers());
    for (String id : canonical) {
      caller.requireWritingTo(known.require(headers.get(id)).scope());
    }
    Map<String, StoredRecord> found = store.get(canonical).stream().collect(ById.records());
    List<StoredRecord> passed = new ArrayList<>();
    for (String id : canonical) {
      StoredRecord stored = require(found.get(id), visibility);
      caller.requireWritingTo(stored.record().scope());
      passed.add(stored);
    }
    return passed;
  }

  /** The record with an id if the caller sees it in full. */
  public Optional<MemoryRecord> seen(String id, Visibility visibility) {
    return RecordIds.canonical(id)
        .filter(it -> !inFull(List.of(it), visibility).isEmpty())
        .flatMap(canonical -> store.get(List.of(canonical)).stream().findFirst())
        .map(StoredRecord::record)
        .filter(visibility::sees);
  }

  /**
   * Checks that relations lead to records that the caller sees in full.
   *
   * @throws ValidationException {@code validation error for relations[<n>].target_id: must be an
   *     existing record}
   */
  public void check(List<Relation> relations, Visibility visibility) {
    Set<String> targets = new HashSet<>();
    relations.forEach(relation -> targets.add(relation.targetId()));
    inFull(targets, visibility).forEach(header -> targets.remove(header.id()));
    for (int i = 0; i < relations.size(); i++) {
      if (targets.contains(relations.get(i).targetId())) {
        throw new ValidationException(
            "relations[" + i + "].target_id", "must be an existing record");
      }
    }
  }

  /** Looked at before anything is read, so that a hidden record costs as little as none. */
  private List<RecordHeader> inFull(Collection<String> ids, Visibility visibility) {
    return new KnownRecords(store, visibility).inFull(ids);
  }

  /** It may have changed since its header was looked at. */
  private static StoredRecord require(@Nullable StoredRecord stored, Visibility visibility) {
    if (stored == null) {
      throw NotFoundException.record();
    }
    Sight.requireInFull(visibility, stored.record().scope(), stored.record().sensitivity());
    return stored;
  }
}
