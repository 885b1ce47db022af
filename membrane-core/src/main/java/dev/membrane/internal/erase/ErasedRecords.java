package dev.membrane.internal.erase;

import dev.membrane.internal.consolidate.RecordEdit;
import dev.membrane.internal.consolidate.StageCommit;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is erased of a commit's records, and which rationales go with it. Not thread-safe. */
final class ErasedRecords {

  private final StageCommit commit;
  private final AuditEntry last;
  private final boolean overridesPolicy;
  private final Map<String, MemoryRecord> ended = new LinkedHashMap<>();
  private final Set<String> kept = new TreeSet<>();
  private final Map<String, Set<Integer>> rationales = new TreeMap<>();

  /**
   * Nothing is erased yet.
   *
   * @param last the entry that ends each erased record
   * @param overridesPolicy whether records with the deletion policy {@code never} are erased
   */
  ErasedRecords(StageCommit commit, AuditEntry last, boolean overridesPolicy) {
    this.commit = commit;
    this.last = last;
    this.overridesPolicy = overridesPolicy;
  }

  /** Erases a record; answers whether that is allowed. */
  boolean end(String id) {
    RecordEdit known = commit.record(id).orElse(null);
    if (known == null) {
      return true;
    }
    DeletionPolicy policy = known.record().lifecycle().deletionPolicy();
    if (policy == DeletionPolicy.NEVER && !overridesPolicy) {
      kept.add(id);
      return false;
    }
    commit.put(known.erased(last));
    StoredRecord before = known.before();
    if (before != null) {
      ended.put(id, before.record());
    }
    return true;
  }

  /** The records that are erased, as they were, by their ids. */
  Map<String, MemoryRecord> ended() {
    return ended;
  }

  /** The ids of records that would be erased if their deletion policy were another. */
  Set<String> kept() {
    return kept;
  }

  boolean isErased(String id) {
    return ended.containsKey(id);
  }

  /** Erases the rationale of an entry, counted from 1, of a record that stays. */
  void eraseRationale(String id, int entry) {
    rationales.computeIfAbsent(id, it -> new TreeSet<>()).add(entry);
  }

  /** All rationales that go. */
  List<ErasedRationales> rationales() {
    List<ErasedRationales> all = new ArrayList<>();
    ended.keySet().forEach(id -> all.add(ErasedRationales.all(id)));
    rationales.forEach(
        (id, entries) -> {
          if (!isErased(id)) {
            all.add(new ErasedRationales(id, List.copyOf(entries)));
          }
        });
    return all;
  }
}
