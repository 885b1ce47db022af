package dev.membrane.store.memory;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.store.memory.Tables.NumberedRun;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a commit does to the former states of keys and kept runs. */
final class KeyAndRunHistory {

  private final Draft<String, Key> keys;
  private final Draft<String, NumberedRun> runs;
  private final EndedStates<Key> formerKeys;
  private final EndedStates<KeptRun> formerRuns;

  KeyAndRunHistory(
      Draft<String, Key> keys,
      Draft<String, NumberedRun> runs,
      EndedStates<Key> formerKeys,
      EndedStates<KeptRun> formerRuns) {
    this.keys = keys;
    this.runs = runs;
    this.formerKeys = formerKeys;
    this.formerRuns = formerRuns;
  }

  /** Keeps what the commit ends, and removes what it erases. All its other steps are done. */
  void apply(Changeset changeset) {
    HistorySteps steps = changeset.history();
    keys.eachChange((name, before, after) -> end(name, before, after, steps));
    runs.eachChange((id, before, after) -> end(before, after, steps.runsKeptAt()));
    if (steps.erased().isErasure()) {
      changeset.keysRemoved().forEach(key -> formerKeys.remove(key.name()));
      steps.erased().keys().forEach(formerKeys::remove);
      changeset.runsDropped().forEach(formerRuns::remove);
      changeset.runsKept().forEach(run -> formerRuns.remove(run.id()));
    }
    Set<String> gone = goneForGood(changeset);
    if (!gone.isEmpty()) {
      formerKeys.removeIf(key -> key.owner() != null && gone.contains(key.owner()));
    }
    List<RunPlace> places = steps.erased().runs();
    if (!places.isEmpty()) {
      formerRuns.removeIf(run -> places.contains(placeOf(run)));
    }
  }

  private static RunPlace placeOf(KeptRun run) {
    return new RunPlace(run.scope(), run.sensitivity());
  }

  private void end(String name, @Nullable Key before, @Nullable Key after, HistorySteps steps) {
    Instant at = steps.at();
    if (at != null && steps.keepsKey(name) && !Objects.equals(before, after)) {
      formerKeys.end(name, before, Objects.requireNonNull(before == null ? after : before), at);
    }
  }

  private void end(
      @Nullable NumberedRun before, @Nullable NumberedRun after, @Nullable Instant at) {
    NumberedRun about = before == null ? after : before;
    if (at != null && about != null) {
      formerRuns.end(about.run().id(), before == null ? null : before.run(), about.run(), at);
    }
  }

  /** The records whose former keys go. */
  private static Set<String> goneForGood(Changeset changeset) {
    HistorySteps steps = changeset.history();
    Set<String> gone = new HashSet<>(steps.erased().records());
    for (Change change : changeset.changes()) {
      boolean isPruned =
          change instanceof Change.Delete delete && delete.keepsVersions() && steps.at() != null;
      if (change instanceof Change.Delete && !isPruned) {
        gone.add(change.id());
      }
    }
    return gone;
  }
}
