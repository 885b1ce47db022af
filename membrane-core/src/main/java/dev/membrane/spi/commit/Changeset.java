package dev.membrane.spi.commit;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /**
   * What a changeset does to the versions that a {@link History} has.
   *
   * @param at the instant of the commit: the states that its changes replace are kept as versions
   *     that end then, and so are vectors that are replaced by others, or go with a record whose
   *     versions are kept; null: they are not kept
   * @param erased records whose content is removed from all their versions, those that the
   *     changeset makes included, and whose former vectors are removed; of records that are gone,
   *     the versions are removed, too. No vector that was written before such a version ended is
   *     kept any more
   * @param expired versions and vectors that ended before this instant are removed, at most {@value
   *     #MAX} of each; null: none
   */
  public record VersionSteps(@Nullable Instant at, List<String> erased, @Nullable Instant expired) {

    /** The most versions, and vectors, that one changeset removes because they are expired. */
    public static final int MAX = 1_000;

    /** No steps. */
    public static final VersionSteps NONE = new VersionSteps(null, List.of(), null);

    /** Copies the list. */
    public VersionSteps {
      erased = List.copyOf(erased);
    }

    /** These, and what changes replace is kept. */
    public VersionSteps keptAt(Instant instant) {
      return new VersionSteps(instant, erased, expired);
    }

    /** Nothing but the removal of versions that ended before an instant. */
    public static VersionSteps expiring(Instant before) {
      return new VersionSteps(null, List.of(), before);
    }

    /** These, and the content of the versions of some records removed. */
    public VersionSteps erasing(List<String> ids) {
      return new VersionSteps(at, ids, expired);
    }
  }

  /**
   * The vector of a record's text. A record has at most one. A later one replaces it, and it is
   * deleted with the record; a {@link History} may keep it.
   *
   * @param id the record
   * @param model the model, see {@code Embedder.model}
   * @param vector the vector
   */
  public record Embedding(String id, String model, Vector vector) {}

  /**
   * A successful run that tasks are compared with: its task, and the tools that it called. It
   * outlives its episode.
   *
   * @param id the id of the episode, at most one run of which is kept
   * @param scope its scope; null: none
   * @param sensitivity its sensitivity
   * @param at when it was, in whole microseconds
   * @param words how often each term of its task occurs, each at least 1; terms as in {@link Terms}
   * @param tools how often each tool was called, each at least 1
   * @param groups names by which the engine finds the procedures of this run; without white space
   */
  public record KeptRun(
      String id,
      @Nullable String scope,
      Sensitivity sensitivity,
      Instant at,
      Map<String, Integer> words,
      Map<String, Integer> tools,
      List<String> groups) {

    /** Copies the collections. */
    public KeptRun {
      words = Map.copyOf(words);
      tools = Map.copyOf(tools);
      groups = List.copyOf(groups);
    }

    /** The sum of the counts of the words. */
    public int length() {
      return words.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * Work that is due at an instant. A queue holds at most one row per item.
   *
   * @param queue the queue's name
   * @param item what the work is about: a record's id, with which the row is deleted, or a key's
   *     name
   * @param dueAt when the work may begin, in whole microseconds
   * @param attempts how often it was tried before
   */
  public record QueueRow(String queue, String item, Instant dueAt, int attempts) {}
}
