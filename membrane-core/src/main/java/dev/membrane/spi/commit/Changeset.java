package dev.membrane.spi.commit;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.HistorySteps.ErasedStates;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.History;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.Vector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one commit does, all or nothing. Steps apply in the order: erased rationales,
 * removed keys, finished queue rows, changes, embeddings, added keys, added queue rows, dropped
 * runs, kept runs, erased and expired former states. If the expectation of any step no longer
 * holds, the whole commit throws {@link ConflictException}.
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
 * @param history what it does to former states; only for a store that has {@link
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
    HistorySteps history) {

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

  /** The same changeset with other steps on former states. */
  public Changeset with(HistorySteps steps) {
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
    private final Set<String> keysErased = new LinkedHashSet<>();
    private final Set<RunPlace> runsErased = new LinkedHashSet<>();
    private boolean isErasure;

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

    /** Makes it one of an erasure, see {@link ErasedStates#isErasure}. */
    public Builder erasing() {
      isErasure = true;
      return this;
    }

    /** As one of an erasure, removes the former values of a key. */
    public Builder eraseFormerKey(String name) {
      keysErased.add(name);
      return erasing();
    }

    /** As one of an erasure, removes the former states of the kept runs of a place. */
    public Builder eraseFormerRuns(RunPlace place) {
      runsErased.add(place);
      return erasing();
    }

    /** The changeset. */
    public Changeset build() {
      ErasedStates erased =
          new ErasedStates(
              versionsErased, isErasure, List.copyOf(keysErased), List.copyOf(runsErased));
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
          new HistorySteps(null, erased, null));
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
   * Where kept runs are.
   *
   * @param scope their scope; null: none
   * @param sensitivity their sensitivity
   */
  public record RunPlace(@Nullable String scope, Sensitivity sensitivity) {}

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
