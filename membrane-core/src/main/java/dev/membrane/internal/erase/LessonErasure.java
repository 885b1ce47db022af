package dev.membrane.internal.erase;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.consolidate.StoredLesson;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes facts that were deleted before out of the lessons of all episodes, so that none of them
 * teaches such a fact again. Nothing is known of it but its note. Thread-safe.
 */
record LessonErasure(MemoryStore store, List<Stage<?>> stages) {

  private static final int AT_ONCE = 500;

  /** Takes out what led to some notes that are erased. Reads all lessons if there are any. */
  void takeOut(List<Key> notes, Changeset.Builder changes) {
    if (notes.isEmpty()) {
      return;
    }
    Set<String> names = notes.stream().map(Key::name).collect(Collectors.toSet());
    Set<String> theirs = notes.stream().map(NoteKeys::stageOf).collect(Collectors.toSet());
    List<Stage<?>> concerned =
        stages.stream().filter(stage -> theirs.contains(stage.name())).toList();
    List<Key> page;
    String last = "";
    do {
      page = store.keys(KeyKinds.LESSON, last, AT_ONCE);
      for (Key key : page) {
        concerned.stream()
            .filter(stage -> key.name().startsWith(LearnedKeys.keyName(stage.name(), "")))
            .forEach(stage -> takeOut(names, stage, key, changes));
      }
      last = page.isEmpty() ? last : page.get(page.size() - 1).name();
    } while (page.size() == AT_ONCE);
  }

  private static void takeOut(
      Set<String> notes, Stage<?> stage, Key key, Changeset.Builder changes) {
    StoredLesson stored = StoredLesson.of(key);
    StoredLesson without = stored.without(notes, stage);
    if (!without.equals(stored)) {
      changes.removeKey(key).addKey(without.inPlaceOf(key));
    }
  }
}
