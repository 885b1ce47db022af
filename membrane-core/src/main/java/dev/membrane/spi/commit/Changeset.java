package dev.membrane.spi.commit;

import dev.membrane.spi.store.StoreReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that one commit does, all or nothing. Steps apply in the order: erased rationales,
 * removed keys, finished queue rows, changes, embeddings, added keys, added queue rows, dropped
 * runs, kept runs, expired versions. If the expectation of any step no longer holds, the whole
 * commit throws {@link ConflictException}.
 *
 * @param changes at most one per record
 * @param embeddings of records that are expected to exist; only for a store that has {@link
 *     StoreReader#vectors}
 * @param keysRemoved expected to exist exactly as given
 * @param keysAdded expected not to exist
 * @param rowsDone expected to exist exactly as given
 * @param rowsAdded replace a row of the same queue and item
 * @param runsDropped ids of kept runs to remove; an id that is not kept is no conflict
 * @param runsKept replace a run of the same id
 * @param rationalesErased of records that the changeset may change besides
 * @param versions what it does to former states; only for a store that has {@link
 *     StoreReader#history}
 */
public record Changeset(
    List<Change> changes,
    List<Embedding> embeddings,
    List<Key> keysRemoved,
    List<Key> keysAdded,
    List<QueueRow> rowsDone,
    List<QueueRow> rowsAdded,
    List<String> runsDropped,
    List<KeptRun> runsKept,
    List<ErasedRationales> rationalesErased,
    VersionSteps versions) {

  /** Copies the lists. */
  public Changeset {
    changes = List.copyOf(changes);
    embeddings = List.copyOf(embeddings);
    keysRemoved = List.copyOf(keysRemoved);
    keysAdded = List.copyOf(keysAdded);
    rowsDone = List.copyOf(rowsDone);
    rowsAdded = List.copyOf(rowsAdded);
    runsDropped = List.copyOf(runsDropped);
    runsKept = List.copyOf(runsKept);
    rationalesErased = List.copyOf(rationalesErased);
  }

  /** The same changeset with other steps on versions. */
  public Changeset with(VersionSteps steps) {
    return new Changeset(
        changes,
        embeddings,
        keysRemoved,
        keysAdded,
        rowsDone,
        rowsAdded,
        runsDropped,
        runsKept,
        rationalesErased,
        steps);
  }

  /** An empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the steps of a changeset. Not thread-safe. */
  public static final class Builder {
    private final List<Change> changes = new ArrayList<>();
    private final List<Embedding> embeddings = new ArrayList<>();
    private final List<Key> keysRemoved = new ArrayList<>();
    private final List<Key> keysAdded = new ArrayList<>();
    private final List<QueueRow> rowsDone = new ArrayList<>();
    private final List<QueueRow> rowsAdded = new ArrayList<>();
    private final List<String> runsDropped = new ArrayList<>();
    private final List<KeptRun> runsKept = new ArrayList<>();
    private final List<ErasedRationales> rationalesErased = new ArrayList<>();
    private final List<String> versionsErased = new ArrayList<>();

    private Builder() {}

    /** Adds a change. */
    public Builder change(Change change) {
      changes.add(change);
      return this;
    }

    /** Adds or replaces the embedding of a record. */
    public Builder embed(Embedding embedding) {
      embeddings.add(embedding);
      return this;
    }

    /** Adds a key that must not exist yet. */
    public Builder addKey(Key key) {
      keysAdded.add(key);
      return this;
    }

    /** Removes a key that must exist as given. */
    public Builder removeKey(Key key) {
      keysRemoved.add(key);
      return this;
    }

    /** Adds or replaces a queue row. */
    public Builder enqueue(QueueRow row) {
      rowsAdded.add(row);
      return this;
    }

    /** Removes a queue row that must exist as given. */
    public Builder done(QueueRow row) {
      rowsDone.add(row);
      return this;
    }

    /** Drops a kept run, if there is one of that id. */
    public Builder dropRun(String id) {
      runsDropped.add(id);
      return this;
    }

    /** Keeps a run; replaces one of the same id. */
    public Builder keepRun(KeptRun run) {
      runsKept.add(run);
      return this;
    }

    /** Erases rationales. */
    public Builder erase(ErasedRationales rationales) {
      rationalesErased.add(rationales);
      return this;
    }

    /** Erases the content of the versions of a record. */
    public Builder eraseVersions(String id) {
      versionsErased.add(id);
      return this;
    }

    /** The changeset. */
    public Changeset build() {
      return new Changeset(
          changes,
          embeddings,
          keysRemoved,
          keysAdded,
          rowsDone,
          rowsAdded,
          runsDropped,
          runsKept,
          rationalesErased,
          VersionSteps.NONE.erasing(versionsErased));
    }
  }

  /**
   * Rationales in the audit log of a record, or of what is left of one, that are erased. An erased
   * rationale is empty, and so is its nonce; nothing else of the log changes.
   *
   * @param id the record; if the id was never used, nothing is erased
   * @param entries the places of the entries in the log, counted from 1; empty: all that the log
   *     has before the commit
   */
  public record ErasedRationales(String id, List<Integer> entries) {

    /** Copies the places. */
    public ErasedRationales {
      entries = List.copyOf(entries);
    }

    /** All rationales that the log of a record has before the commit. */
    public static ErasedRationales all(String id) {
      return new ErasedRationales(id, List.of());
    }
  }
}
