package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.LatestRuns.RunUse;
import dev.membrane.internal.consolidate.procedure.Tally.Things;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Notebook;
import java.time.Instant;
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

  /** The most successes that are kept of runs with the same tools. */
  private static final int MAX_RUNS = 8;

  /**
   * The most successes with the same tools that tasks are compared with. With 32 nothing is lost
   * against keeping all, with 8 F1@1 falls by .007.
   */
  static final int MAX_KEPT = 32;

  /** The most sets of tools that are kept, those used last. */
  static final int MAX_SETS = 64;

  private static final Comparator<Map.Entry<String, GeneralizationLesson>> EARLIEST_FIRST =
      Comparator.comparing(
              (Map.Entry<String, GeneralizationLesson> run) -> run.getValue().run().used())
          .thenComparing(Map.Entry::getKey);

  /** The note that has the names of the sets. */
  static final String INDEX = "runs";

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

  /** What a notebook has. */
  static Window of(Notebook notebook) {
    return WindowCodec.read(notebook);
  }

  private void writeIndex() {
    notebook.write(INDEX, WindowCodec.index(this));
  }

  /** Whether there ever were more sets than are kept. */
  boolean isCrowded() {
    return isCrowded;
  }

  /**
   * Runs that called the same tools, however often and in whatever order.
   *
   * @param runs the latest successes, by their episodes
   * @param kept when each of the successes was that tasks are compared with
   */
  record ToolSet(
      Tally tally, SortedMap<String, GeneralizationLesson> runs, SortedMap<String, Instant> kept) {

    Set<String> tools() {
      return tally.tools();
    }

    /** The latest successes in the order of time. */
    List<GeneralizationLesson> successes() {
      return runs.entrySet().stream().sorted(EARLIEST_FIRST).map(Map.Entry::getValue).toList();
    }

    private boolean mayHave(Set<String> ids) {
      return tally.mayHave(ids)
          || runs.keySet().stream().anyMatch(ids::contains)
          || kept.keySet().stream().anyMatch(ids::contains);
    }

    /** What masks the words of the other runs goes, so these words go with it. */
    private ToolSet withoutWords(Set<String> ids) {
      SortedMap<String, GeneralizationLesson> otherRuns = new TreeMap<>();
      runs.forEach((id, lesson) -> otherRuns.put(id, lesson.withoutWords()));
      SortedMap<String, Instant> otherKept = new TreeMap<>(kept);
      otherRuns.keySet().removeAll(ids);
      otherKept.keySet().removeAll(ids);
      return new ToolSet(tally.withoutWords(ids), otherRuns, otherKept);
    }

    private void count(String episodeId, GeneralizationLesson lesson, int sign) {
      tally.add(episodeId, lesson.run(), sign);
      tally.addModes(lesson.run(), sign);
      List<String> tools = lesson.run().tools();
      tools.forEach(tool -> tally.things(Things.CALLS).add(tool, sign));
      lesson.effects().count(tools, sign, tally);
    }

    private void keep(String episodeId, GeneralizationLesson lesson) {
      runs.put(episodeId, lesson.withoutArguments());
      if (runs.size() > MAX_RUNS) {
        runs.remove(Collections.min(runs.entrySet(), EARLIEST_FIRST).getKey());
      }
      kept.put(episodeId, lesson.run().used());
    }

    /** The earliest of too many that tasks are compared with. */
    private Optional<String> surplus() {
      return kept.size() <= MAX_KEPT
          ? Optional.empty()
          : kept.entrySet().stream()
              .min(Map.Entry.<String, Instant>comparingByValue().thenComparing(Map.Entry::getKey))
              .map(Map.Entry::getKey);
    }
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
    forgetOldest();
  }

  /** One set, read when it is asked for: an exchange concerns one of many. */
  private ToolSet set(String name) {
    return WindowCodec.set(notebook.read(noteOf(name)));
  }

  private void put(String name, ToolSet set) {
    Optional<RunUse> last = set.tally().latest().last();
    if (set.tally().runs() <= 0 || last.isEmpty()) {
      remove(name);
    } else {
      latest.put(name, last.get());
      notebook.write(noteOf(name), WindowCodec.write(set));
    }
  }

  private void remove(String name) {
    latest.remove(name);
    notebook.write(noteOf(name), WindowCodec.NOTHING);
  }

  private void forgetOldest() {
    if (latest.size() > MAX_SETS) {
      isCrowded = true;
      Comparator<Map.Entry<String, RunUse>> latestLast =
          Comparator.comparing(set -> set.getValue().at());
      forget(
          Collections.min(latest.entrySet(), latestLast.thenComparing(Map.Entry::getKey)).getKey());
    }
  }

  /** Forgets the runs that called some tools. */
  void forget(String name) {
    dropped.addAll(set(name).kept().keySet());
    remove(name);
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

  /** How a window is stored. */
  static final class WindowCodec {

    private static final JsonObject NOTHING = new JsonObject(Map.of());
    private static final String TALLY = "tally";
    private static final String RUNS = "runs";
    private static final String KEPT = "kept";
    private static final String SETS = "sets";
    private static final String CROWDED = "crowded";

    private WindowCodec() {}

    /** Earlier versions had the sets themselves in the index. */
    private static Window read(Notebook notebook) {
      StoredFields index = StoredFields.of(notebook.read(INDEX));
      Window window = new Window(notebook, new TreeMap<>(), index.truth(CROWDED));
      index
          .fields(SETS)
          .each(
              (name, set) -> {
                if (set.has(TALLY)) {
                  window.put(name, set(set.toJson()));
                } else {
                  window.latest.put(name, TallyCodec.readUse(set));
                }
              });
      return window;
    }

    private static ToolSet set(JsonObject set) {
      SortedMap<String, GeneralizationLesson> runs = new TreeMap<>();
      StoredFields.of(set)
          .fields(RUNS)
          .each((id, run) -> runs.put(id, GeneralizationLesson.CODEC.read(run.toJson())));
      SortedMap<String, Instant> kept = new TreeMap<>();
      StoredFields times = StoredFields.of(set).fields(KEPT);
      times.members().keySet().forEach(id -> kept.put(id, Instant.parse(times.text(id))));
      Tally tally = Tally.CODEC.read(StoredFields.of(set).fields(TALLY).toJson());
      return new ToolSet(tally, runs, kept);
    }

    private static JsonObject index(Window window) {
      StoredFields sets = StoredFields.none();
      window.latest.forEach((name, use) -> sets.put(name, TallyCodec.writeUse(use)));
      return StoredFields.none()
          .putFields(SETS, sets)
          .put(CROWDED, window.isCrowded ? true : null)
          .toJson();
    }

    private static JsonObject write(ToolSet set) {
      StoredFields runs = StoredFields.none();
      set.runs().forEach((id, run) -> runs.put(id, GeneralizationLesson.CODEC.write(run)));
      StoredFields kept = StoredFields.none();
      set.kept().forEach(kept::put);
      return StoredFields.none()
          .put(TALLY, Tally.CODEC.write(set.tally()))
          .put(RUNS, runs.toJson())
          .putFields(KEPT, kept)
          .toJson();
    }
  }
}
