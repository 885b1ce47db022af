package dev.membrane.internal.consolidate;

import dev.membrane.internal.consolidate.Tally.Things;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.schema.JsonObject;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
 * latest successes themselves. It is the same in whatever order they arrive. Not thread-safe.
 */
final class Window {

  /** The most successes that are kept of runs with the same tools. */
  static final int MAX_RUNS = 8;

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

  private final SortedMap<String, JsonObject> stored;
  private final Set<String> dropped = new TreeSet<>();
  private boolean isCrowded;

  private Window(SortedMap<String, JsonObject> stored, boolean isCrowded) {
    this.stored = stored;
    this.isCrowded = isCrowded;
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
  }

  private void take(String episodeId, GeneralizationLesson lesson) {
    String name = nameOf(lesson);
    if (stored.containsKey(name)) {
      ToolSet set = set(name);
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
    return Codec.set(stored.getOrDefault(name, Codec.NOTHING));
  }

  private void put(String name, ToolSet set) {
    if (set.tally().runs() <= 0) {
      stored.remove(name);
    } else {
      stored.put(name, Codec.write(set));
    }
  }

  private void forgetOldest() {
    if (stored.size() > MAX_SETS) {
      isCrowded = true;
      Comparator<String> latestLast =
          Comparator.comparing(
              name ->
                  Codec.tally(stored.getOrDefault(name, Codec.NOTHING))
                      .latest()
                      .lastUsed()
                      .orElse(Instant.MIN));
      String oldest =
          Collections.min(stored.keySet(), latestLast.thenComparing(Comparator.naturalOrder()));
      forget(oldest);
    }
  }

  /** Forgets the runs that called some tools. */
  void forget(String name) {
    dropped.addAll(set(name).kept().keySet());
    stored.remove(name);
  }

  /** All sets, by the names of their tools. */
  List<ToolSet> sets() {
    return stored.values().stream().map(Codec::set).toList();
  }

  private static String nameOf(GeneralizationLesson lesson) {
    return RunGroups.nameOfSet(lesson.run().tools());
  }

  /** How a window is stored. */
  static final class Codec {

    private static final JsonObject NOTHING = new JsonObject(Map.of());
    private static final String TALLY = "tally";
    private static final String RUNS = "runs";
    private static final String KEPT = "kept";
    private static final String SETS = "sets";
    private static final String CROWDED = "crowded";

    private Codec() {}

    static Window read(JsonObject note) {
      StoredFields window = StoredFields.of(note);
      SortedMap<String, JsonObject> sets = new TreeMap<>();
      window.fields(SETS).each((name, set) -> sets.put(name, set.toJson()));
      return new Window(sets, window.truth(CROWDED));
    }

    private static ToolSet set(JsonObject set) {
      SortedMap<String, GeneralizationLesson> runs = new TreeMap<>();
      StoredFields.of(set)
          .fields(RUNS)
          .each((id, run) -> runs.put(id, GeneralizationLesson.CODEC.read(run.toJson())));
      SortedMap<String, Instant> kept = new TreeMap<>();
      StoredFields times = StoredFields.of(set).fields(KEPT);
      times.members().keySet().forEach(id -> kept.put(id, Instant.parse(times.text(id))));
      return new ToolSet(tally(set), runs, kept);
    }

    private static Tally tally(JsonObject set) {
      return Tally.CODEC.read(StoredFields.of(set).fields(TALLY).toJson());
    }

    static JsonObject write(Window window) {
      if (window.stored.isEmpty() && !window.isCrowded) {
        return NOTHING;
      }
      return StoredFields.none()
          .put(SETS, new JsonObject(new LinkedHashMap<>(window.stored)))
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
