package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.LatestRuns.RunUse;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Notebook;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one scope and sensitivity, by the tools that they called: a tally of all, and the
 * latest successes themselves. It is the same in whatever order they arrive. Each set of tools has
 * a note of its own, so that a run changes only a small one; the note {@value #INDEX} names the
 * sets. Not thread-safe.
 */
final class Window {

  /** The most sets of tools that are kept, those used last. */
  static final int MAX_SETS = 64;

  /** The note that has the names of the sets. */
  static final String INDEX = "runs";

  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String SETS = "sets";
  private static final String CROWDED = "crowded";

  private final Notebook notebook;
  private final SortedMap<String, RunUse> latest;
  private final Set<String> dropped = new TreeSet<>();
  private boolean isCrowded;

  private Window(Notebook notebook, SortedMap<String, RunUse> latest, boolean isCrowded) {
    this.notebook = notebook;
    this.latest = latest;
    this.isCrowded = isCrowded;
  }

  /** The notes that an exchange of a lesson reads. */
  static List<String> notes(GeneralizationLesson lesson) {
    return List.of(INDEX, noteOf(nameOf(lesson)));
  }

  private static String noteOf(String name) {
    return INDEX + " " + name;
  }

  /** Reads the window in a notebook. Earlier versions had the sets themselves in the index. */
  static Window of(Notebook notebook) {
    StoredFields index = StoredFields.of(notebook.read(INDEX));
    Window window = new Window(notebook, new TreeMap<>(), index.truth(CROWDED));
    index
        .fields(SETS)
        .each(
            (name, set) -> {
              if (ToolSet.isOne(set)) {
                window.put(name, ToolSet.read(set.toJson()));
              } else {
                window.latest.put(name, TallyCodec.readUse(set));
              }
            });
    return window;
  }

  private void writeIndex() {
    StoredFields sets = StoredFields.none();
    latest.forEach((name, use) -> sets.put(name, TallyCodec.writeUse(use)));
    notebook.write(
        INDEX,
        StoredFields.none().putFields(SETS, sets).put(CROWDED, isCrowded ? true : null).toJson());
  }

  /** Whether there ever were more sets than are kept. */
  boolean isCrowded() {
    return isCrowded;
  }

  /** Puts what a run tells now in the place of what it told before. */
  void exchange(
      String episodeId,
      @Nullable GeneralizationLesson former,
      @Nullable GeneralizationLesson lesson) {
    if (former != null) {
      take(episodeId, former);
    }
    if (lesson != null) {
      add(episodeId, lesson);
    }
    writeIndex();
  }

  private void take(String episodeId, GeneralizationLesson lesson) {
    String name = nameOf(lesson);
    ToolSet set = set(name);
    if (latest.containsKey(name) && set.mayHave(Set.of(episodeId))) {
      set.count(episodeId, lesson, -1);
      set.runs().remove(episodeId);
      set.kept().remove(episodeId);
      dropped.add(episodeId);
      put(name, set);
    }
  }

  /** The successes that tasks are no longer compared with, since this was asked before. */
  List<String> takeDropped() {
    List<String> taken = List.copyOf(dropped);
    dropped.clear();
    return taken;
  }

  /** Whether tasks are compared with a run. */
  boolean keeps(String episodeId, GeneralizationLesson lesson) {
    return set(nameOf(lesson)).kept().containsKey(episodeId);
  }

  private void add(String episodeId, GeneralizationLesson lesson) {
    String name = nameOf(lesson);
    ToolSet set = set(name);
    set.count(episodeId, lesson, 1);
    if (lesson.run().isSuccess()) {
      set.keep(episodeId, lesson);
      set.surplus()
          .ifPresent(
              id -> {
                set.kept().remove(id);
                dropped.add(id);
              });
    }
    put(name, set);
    removeOldest();
  }

  /** One set, read when it is asked for: an exchange concerns one of many. */
  private ToolSet set(String name) {
    return ToolSet.read(notebook.read(noteOf(name)));
  }

  private void put(String name, ToolSet set) {
    Optional<RunUse> last = set.tally().latest().last();
    if (set.tally().runs() <= 0 || last.isEmpty()) {
      drop(name);
    } else {
      latest.put(name, last.get());
      notebook.write(noteOf(name), set.toJson());
    }
  }

  private void drop(String name) {
    latest.remove(name);
    notebook.write(noteOf(name), NOTHING);
  }

  private void removeOldest() {
    if (latest.size() > MAX_SETS) {
      isCrowded = true;
      Comparator<Map.Entry<String, RunUse>> latestLast =
          Comparator.comparing(set -> set.getValue().at());
      remove(
          Collections.min(latest.entrySet(), latestLast.thenComparing(Map.Entry::getKey)).getKey());
    }
  }

  /** Removes the runs that called some tools. */
  void remove(String name) {
    dropped.addAll(set(name).kept().keySet());
    drop(name);
    writeIndex();
  }

  /** Forgets some runs of which nothing more is known, and all words that may be theirs. */
  void lose(Set<String> ids) {
    notebook.expect(latest.keySet().stream().map(Window::noteOf).toList());
    for (String name : List.copyOf(latest.keySet())) {
      ToolSet set = set(name);
      if (set.mayHave(ids)) {
        put(name, set.withoutWords(ids));
      }
    }
    writeIndex();
  }

  /** All sets, by the names of their tools. */
  List<ToolSet> sets() {
    notebook.expect(latest.keySet().stream().map(Window::noteOf).toList());
    return latest.keySet().stream().map(this::set).toList();
  }

  private static String nameOf(GeneralizationLesson lesson) {
    return RunGroups.nameOfSet(lesson.run().tools());
  }
}
