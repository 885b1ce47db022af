package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.LatestRuns.RunUse;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Notebook;
import java.util.ArrayList;
import java.util.Collection;
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
 * The sets of tools that the runs of one scope and sensitivity called, each with a tally of all its
 * runs and the latest successes themselves. They are the same in whatever order the runs arrive.
 * Each has a note of its own, so that a run changes only a small one; the note {@value #INDEX}
 * names them. Not thread-safe.
 */
final class ToolSets {

  /** The most sets of tools that are kept, those used last. */
  static final int MAX_SETS = 64;

  /** The note that has the names of the sets. */
  static final String INDEX = "runs";

  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String SETS = "sets";
  private static final String CROWDED = "crowded";

  private final Notebook notebook;
  private final ComparedRuns kept;
  private final SortedMap<String, RunUse> latest;
  private final Set<String> dropped = new TreeSet<>();
  private boolean isCrowded;

  private ToolSets(Notebook notebook, SortedMap<String, RunUse> latest, boolean isCrowded) {
    this.notebook = notebook;
    this.kept = new ComparedRuns(notebook);
    this.latest = latest;
    this.isCrowded = isCrowded;
  }

  /** The notes that an exchange of a lesson reads. */
  static List<String> notes(GeneralizationLesson lesson) {
    List<String> notes = new ArrayList<>(ComparedRuns.NOTES);
    notes.addAll(List.of(INDEX, noteOf(nameOf(lesson))));
    return notes;
  }

  private static String noteOf(String name) {
    return INDEX + " " + name;
  }

  /** Reads them in a notebook. Earlier versions had the sets themselves in the index. */
  static ToolSets of(Notebook notebook) {
    StoredFields index = StoredFields.of(notebook.read(INDEX));
    ToolSets sets = new ToolSets(notebook, new TreeMap<>(), index.truth(CROWDED));
    index
        .fields(SETS)
        .each(
            (name, set) -> {
              if (ToolSet.isOne(set)) {
                sets.put(name, ToolSet.read(set.toJson()));
              } else {
                sets.latest.put(name, TallyCodec.readUse(set));
              }
            });
    return sets;
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

  /** Replaces what a run told before by what it tells now. */
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
      put(name, set);
    }
    kept.remove(episodeId);
    dropped.add(episodeId);
  }

  /** Answers the successes that tasks are no longer compared with since the last call. */
  List<String> takeDropped() {
    List<String> taken = List.copyOf(dropped);
    dropped.clear();
    return taken;
  }

  /** Whether tasks are compared with a run. */
  boolean keeps(String episodeId) {
    return kept.has(episodeId);
  }

  /** The successes that tasks are compared with. */
  Set<String> compared() {
    return kept.all();
  }

  private void add(String episodeId, GeneralizationLesson lesson) {
    String name = nameOf(lesson);
    ToolSet set = set(name);
    set.count(episodeId, lesson, 1);
    if (lesson.run().isSuccess()) {
      set.keep(episodeId, lesson);
      dropped.addAll(kept.keep(episodeId, lesson.run().used(), name));
    }
    moveKept(name, set);
    put(name, set);
    removeOldest();
  }

  /** Moves the successes that an earlier version kept with their set to the others. */
  private void moveKept(String name, ToolSet set) {
    set.kept().forEach((id, at) -> dropped.addAll(kept.keep(id, at, name)));
    set.kept().clear();
  }

  /** Reads one set when it is asked for: an exchange concerns one of many. */
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
      String oldest =
          Collections.min(latest.entrySet(), latestLast.thenComparing(Map.Entry::getKey)).getKey();
      moveKept(oldest, set(oldest));
      drop(oldest);
    }
  }

  /** Removes what is counted of a set, and answers the successes of it that stay. */
  Set<String> uncount(String name) {
    moveKept(name, set(name));
    drop(name);
    writeIndex();
    return kept.ofSet(name);
  }

  /** Removes some successes, and all words of the runs that called the same tools. */
  void forget(Collection<String> tools, Set<String> ids) {
    ids.forEach(kept::remove);
    dropped.addAll(ids);
    String name = RunGroups.nameOfSet(tools);
    if (latest.containsKey(name)) {
      put(name, set(name).withoutWords(ids));
    }
    writeIndex();
  }

  /** Forgets some runs of which nothing more is known, and all words that may be theirs. */
  void lose(Set<String> ids) {
    ids.forEach(kept::remove);
    notebook.expect(latest.keySet().stream().map(ToolSets::noteOf).toList());
    for (String name : List.copyOf(latest.keySet())) {
      ToolSet set = set(name);
      if (set.mayHave(ids)) {
        put(name, set.withoutWords(ids));
      }
    }
    writeIndex();
  }

  /** All sets, by the names of their tools. */
  List<ToolSet> all() {
    notebook.expect(latest.keySet().stream().map(ToolSets::noteOf).toList());
    return latest.keySet().stream().map(this::set).toList();
  }

  private static String nameOf(GeneralizationLesson lesson) {
    return RunGroups.nameOfSet(lesson.run().tools());
  }
}
