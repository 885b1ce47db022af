package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one scope and sensitivity, by the tools that they called: a tally of all, and the
 * latest successes themselves. It is the same in whatever order they arrive. Not thread-safe.
 */
final class Window {

  /** The most successes that are kept of runs with the same tools. */
  static final int MAX_RUNS = 8;

  /** The most sets of tools that are kept, those used last. */
  static final int MAX_SETS = 64;

  private static final String TALLY = "tally";
  private static final String RUNS = "runs";

  private static final Comparator<Map.Entry<String, GeneralizationLesson>> EARLIEST_FIRST =
      Comparator.comparing(
              (Map.Entry<String, GeneralizationLesson> run) -> run.getValue().run().used())
          .thenComparing(Map.Entry::getKey);

  private static final String SETS = "sets";
  private static final String CROWDED = "crowded";

  private final Fields sets;
  private boolean isCrowded;

  Window(JsonObject note) {
    this.sets = Fields.of(note).fields(SETS);
    this.isCrowded = Fields.of(note).truth(CROWDED);
  }

  /** Whether there ever were more sets than are kept. */
  boolean isCrowded() {
    return isCrowded;
  }

  /** Runs that called the same tools, however often and in whatever order. */
  record ToolSet(Tally tally, List<GeneralizationLesson> successes) {

    Set<String> tools() {
      return tally.note().fields(Generalization.CALLS).members().keySet();
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
    Fields set = sets.fields(nameOf(lesson));
    if (!set.isEmpty()) {
      count(episodeId, lesson, -1, set);
      set.put(RUNS, set.fields(RUNS).put(episodeId, null).toJson());
      put(nameOf(lesson), set);
    }
  }

  private void add(String episodeId, GeneralizationLesson lesson) {
    Fields set = sets.fields(nameOf(lesson));
    count(episodeId, lesson, 1, set);
    if (lesson.run().isSuccess()) {
      set.put(RUNS, withLatest(set.fields(RUNS), episodeId, lesson).toJson());
    }
    put(nameOf(lesson), set);
    forgetOldest();
  }

  private static void count(String episodeId, GeneralizationLesson lesson, int sign, Fields set) {
    Tally tally = new Tally(set.fields(TALLY).toJson());
    tally.add(episodeId, lesson.run(), sign);
    tally.addModes(lesson.run(), sign);
    List<String> tools = lesson.run().tools();
    tools.forEach(tool -> tally.count(Generalization.CALLS, tool, sign));
    lesson.feeds().forEach(place -> tally.count(Generalization.FEEDS, tools.get(place), sign));
    set.put(TALLY, tally.toJson());
  }

  private static Fields withLatest(Fields runs, String episodeId, GeneralizationLesson lesson) {
    runs.put(episodeId, GeneralizationLesson.CODEC.write(lesson.withoutArguments()));
    if (runs.members().size() > MAX_RUNS) {
      runs.put(Collections.min(entries(runs), EARLIEST_FIRST).getKey(), null);
    }
    return runs;
  }

  private void put(String name, Fields set) {
    boolean isGone = new Tally(set.fields(TALLY).toJson()).runs() <= 0;
    sets.put(name, isGone ? null : set.toJson());
  }

  private void forgetOldest() {
    if (sets.members().size() > MAX_SETS) {
      isCrowded = true;
      Comparator<String> latestLast =
          Comparator.comparing(name -> tally(name).lastUsed().orElse(Instant.MIN));
      sets.members().keySet().stream()
          .min(latestLast.thenComparing(Comparator.naturalOrder()))
          .ifPresent(oldest -> sets.put(oldest, null));
    }
  }

  private Tally tally(String name) {
    return new Tally(sets.fields(name).fields(TALLY).toJson());
  }

  /** All sets, by the names of their tools. */
  List<ToolSet> sets() {
    List<ToolSet> all = new ArrayList<>();
    for (String name : new TreeSet<>(sets.members().keySet())) {
      List<GeneralizationLesson> successes =
          entries(sets.fields(name).fields(RUNS)).stream()
              .sorted(EARLIEST_FIRST)
              .map(Map.Entry::getValue)
              .toList();
      all.add(new ToolSet(tally(name), successes));
    }
    return all;
  }

  private static List<Map.Entry<String, GeneralizationLesson>> entries(Fields runs) {
    return runs.members().keySet().stream()
        .map(id -> Map.entry(id, GeneralizationLesson.CODEC.read(runs.fields(id).toJson())))
        .toList();
  }

  private static String nameOf(GeneralizationLesson lesson) {
    return ToolRun.joined(new TreeSet<>(lesson.run().tools()));
  }

  JsonObject toJson() {
    return Fields.none().put(SETS, sets.toJson()).put(CROWDED, isCrowded ? true : null).toJson();
  }
}
