package dev.membrane.internal.consolidate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The change of one note: a run is taken away, added, or replaced by a later version of itself.
 *
 * @param former null: nothing is taken away
 * @param latter null: nothing is added
 * @param <L> the lessons about the runs
 */
public record NoteChange<L>(@Nullable L former, @Nullable L latter) {

  /** The changes of an exchange, by the names of the notes. */
  public static <L> Map<String, NoteChange<L>> of(
      @Nullable L former, @Nullable L lesson, Function<L, String> noteOf) {
    Map<String, NoteChange<L>> changes = new LinkedHashMap<>();
    if (former != null) {
      changes.put(noteOf.apply(former), new NoteChange<>(former, null));
    }
    if (lesson != null) {
      changes.merge(
          noteOf.apply(lesson),
          new NoteChange<>(null, lesson),
          (taken, added) -> new NoteChange<>(taken.former(), added.latter()));
    }
    return changes;
  }

  /** Whether something holds of the latter run and not of the former. */
  public boolean turnsTo(Predicate<L> what) {
    return latter != null && what.test(latter) && (former == null || !what.test(former));
  }

  /** Why a record changes, in words. */
  public String reason(String episodeId) {
    if (latter == null) {
      return "No longer a run: episode " + episodeId;
    }
    return (former == null ? "Another run: episode " : "A run that ended otherwise: episode ")
        + episodeId;
  }
}
