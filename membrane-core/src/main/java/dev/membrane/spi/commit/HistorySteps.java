package dev.membrane.spi.commit;

import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.store.History;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a changeset does to the former states that a {@link History} has.
 *
 * @param kept what it keeps of the states that it ends; null: nothing
 * @param erased what it removes
 * @param expired former states that ended before this instant are removed, at most {@value #MAX} of
 *     each kind; null: none
 */
public record HistorySteps(
    @Nullable KeptStates kept, ErasedStates erased, @Nullable Instant expired) {

  /** The most former states of each kind that one changeset removes because they are expired. */
  public static final int MAX = 1_000;

  /** No steps. */
  public static final HistorySteps NONE = new HistorySteps(null, ErasedStates.NONE, null);

  /**
   * The states that are kept: of records that change, as versions; vectors and kept runs that are
   * replaced or removed; and keys of some kinds that are replaced by others or removed, also with a
   * record whose versions are kept. Of a run or such a key that was not there before, it is kept
   * that there was none until then.
   *
   * @param at the instant of the commit, at which they end
   * @param keyKinds how the names of keys begin whose former values are kept
   */
  public record KeptStates(Instant at, List<String> keyKinds) {

    /** Copies the list. */
    public KeptStates {
      keyKinds = List.copyOf(keyKinds);
    }
  }

  /**
   * The former states that are erased.
   *
   * @param records whose content is removed from all their versions, those that the changeset makes
   *     included, and whose former vectors are removed, with the former values of their own keys;
   *     of records that are gone, the versions are removed, too. No vector that was written before
   *     such a version ended is kept any more
   * @param isErasure whether of the keys and runs that the changeset removes or replaces the former
   *     states are removed, and none is kept
   * @param keys names of other keys whose former values are removed, whether there is such a key or
   *     not
   * @param runs where all former states of kept runs are removed
   */
  public record ErasedStates(
      List<String> records, boolean isErasure, List<String> keys, List<RunPlace> runs) {

    /** Nothing. */
    public static final ErasedStates NONE =
        new ErasedStates(List.of(), false, List.of(), List.of());

    /** Copies the lists. */
    public ErasedStates {
      records = List.copyOf(records);
      keys = List.copyOf(keys);
      runs = List.copyOf(runs);
    }
  }

  /** Nothing but the removal of former states that ended before an instant. */
  public static HistorySteps expiring(Instant before) {
    return new HistorySteps(null, ErasedStates.NONE, before);
  }

  /** These, and what changes replace is kept, but no keys. */
  public HistorySteps keptAt(Instant instant) {
    return keptAt(instant, List.of());
  }

  /** These, and what changes replace is kept, and so are keys of some kinds. */
  public HistorySteps keptAt(Instant instant, List<String> kinds) {
    return new HistorySteps(new KeptStates(instant, kinds), erased, expired);
  }

  /** These, and the content of the versions of some records removed. */
  public HistorySteps erasing(List<String> ids) {
    ErasedStates more = new ErasedStates(ids, erased.isErasure(), erased.keys(), erased.runs());
    return new HistorySteps(kept, more, expired);
  }

  /** The instant at which the states end that are kept; null: none is kept. */
  public @Nullable Instant at() {
    return kept == null ? null : kept.at();
  }

  /** Whether former values of a key are kept. */
  public boolean keepsKey(String name) {
    return kept != null
        && !erased.isErasure()
        && kept.keyKinds().stream().anyMatch(name::startsWith);
  }

  /** The instant until which kept runs were there that the changeset drops; null: none is kept. */
  public @Nullable Instant runsKeptAt() {
    return erased.isErasure() ? null : at();
  }
}
