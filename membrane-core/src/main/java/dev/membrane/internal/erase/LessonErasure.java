package dev.membrane.internal.erase;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.consolidate.StoredLesson;
import dev.membrane.internal.erase.ErasureState.ErasurePhase;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes facts that were deleted before out of the lessons of all episodes, so that none of them
 * teaches such a fact again. Nothing is known of it but its note, which keeps it from being learned
 * until all lessons are without it. Thread-safe.
 */
record LessonErasure(MemoryStore store, List<Stage<?>> stages, String erasureId) {

  private static final int AT_ONCE = 500;

  /** Marks a note that led to an erased fact. It goes with the last of the lessons. */
  void mark(Key note, Changeset.Builder changes) {
    changes.addKey(new Key(prefix() + note.name(), note.value(), null));
  }

  /**
   * Takes what led to the marked notes out of a page of lessons. Answers how far the erasure is
   * then.
   */
  ErasureState erase(ErasureState state, Changeset.Builder changes) {
    List<Key> marks = marks();
    if (marks.isEmpty()) {
      return state.at(ErasurePhase.IDEMPOTENT_CALLS, "");
    }
    List<Key> notes = notes(marks);
    List<Key> page = store.keys(KeyKinds.LESSON, state.after(), AT_ONCE);
    takeOut(notes, page, changes);
    if (page.size() == AT_ONCE) {
      return state.at(ErasurePhase.LESSONS, page.get(AT_ONCE - 1).name());
    }
    notes.forEach(changes::removeKey);
    marks.forEach(changes::removeKey);
    return state.at(ErasurePhase.LESSONS, "");
  }

  /** The first of this erasure. */
  private List<Key> marks() {
    List<Key> marks = new ArrayList<>();
    List<Key> page;
    String last = "";
    do {
      page = store.keys(ErasureKeys.TAUGHT, last, AT_ONCE);
      page.stream().filter(key -> key.name().startsWith(prefix())).forEach(marks::add);
      last = page.isEmpty() ? last : page.get(page.size() - 1).name();
    } while (page.size() == AT_ONCE && marks.size() < AT_ONCE);
    return marks.subList(0, Math.min(marks.size(), AT_ONCE));
  }

  /** The notes that are as they were marked: any other leads to what was learned since. */
  private List<Key> notes(List<Key> marks) {
    Map<String, String> marked =
        marks.stream()
            .collect(Collectors.toMap(it -> it.name().substring(prefix().length()), Key::value));
    return store.find(marked.keySet()).stream()
        .filter(note -> note.value().equals(marked.get(note.name())))
        .toList();
  }

  private String prefix() {
    return ErasureKeys.TAUGHT + erasureId + ":";
  }

  private void takeOut(List<Key> notes, List<Key> lessons, Changeset.Builder changes) {
    Set<String> names = notes.stream().map(Key::name).collect(Collectors.toSet());
    Set<String> theirs = notes.stream().map(NoteKeys::stageOf).collect(Collectors.toSet());
    List<Stage<?>> concerned =
        stages.stream().filter(stage -> theirs.contains(stage.name())).toList();
    for (Key key : lessons) {
      concerned.stream()
          .filter(stage -> key.name().startsWith(LearnedKeys.keyName(stage.name(), "")))
          .forEach(stage -> takeOut(names, stage, key, changes));
    }
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
