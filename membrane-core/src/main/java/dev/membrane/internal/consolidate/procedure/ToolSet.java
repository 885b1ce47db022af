package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.Tally.Things;
import dev.membrane.schema.JsonObject;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Runs that called the same tools, however often and in whatever order. Not thread-safe.
 *
 * @param runs the latest successes, by their episodes
 * @param kept the times of the successes that an earlier version kept here, by their episodes
 */
record ToolSet(
    Tally tally, SortedMap<String, GeneralizationLesson> runs, SortedMap<String, Instant> kept) {

  /** The most successes that are kept of runs with the same tools. */
  private static final int MAX_RUNS = 8;

  private static final Comparator<Map.Entry<String, GeneralizationLesson>> EARLIEST_FIRST =
      Comparator.comparing(
              (Map.Entry<String, GeneralizationLesson> run) -> run.getValue().run().used())
          .thenComparing(Map.Entry::getKey);

  private static final String TALLY = "tally";
  private static final String RUNS = "runs";
  private static final String KEPT = "kept";

  static ToolSet read(JsonObject note) {
    StoredFields stored = StoredFields.of(note);
    SortedMap<String, GeneralizationLesson> runs = new TreeMap<>();
    stored
        .fields(RUNS)
        .each((id, run) -> runs.put(id, GeneralizationLesson.CODEC.read(run.toJson())));
    return new ToolSet(
        Tally.CODEC.read(stored.fields(TALLY).toJson()),
        runs,
        new TreeMap<>(stored.fields(KEPT).byName((times, id) -> Instant.parse(times.text(id)))));
  }

  /** Whether stored members are those of a set. */
  static boolean isOne(StoredFields stored) {
    return stored.has(TALLY);
  }

  JsonObject toJson() {
    StoredFields lessons = StoredFields.none();
    runs.forEach((id, run) -> lessons.put(id, GeneralizationLesson.CODEC.write(run)));
    return StoredFields.none()
        .put(TALLY, Tally.CODEC.write(tally))
        .put(RUNS, lessons.toJson())
        .putFields(KEPT, StoredFields.of(kept))
        .toJson();
  }

  Set<String> tools() {
    return tally.tools();
  }

  /** The latest successes in the order of time. */
  List<GeneralizationLesson> successes() {
    return runs.entrySet().stream().sorted(EARLIEST_FIRST).map(Map.Entry::getValue).toList();
  }

  boolean mayHave(Set<String> ids) {
    return tally.mayHave(ids)
        || runs.keySet().stream().anyMatch(ids::contains)
        || kept.keySet().stream().anyMatch(ids::contains);
  }

  /**
   * The set without some runs, and without the words of all others. What masks these words is from
   * all runs, and goes.
   */
  ToolSet withoutWords(Set<String> ids) {
    SortedMap<String, GeneralizationLesson> otherRuns = new TreeMap<>();
    runs.forEach((id, lesson) -> otherRuns.put(id, lesson.withoutWords()));
    SortedMap<String, Instant> otherKept = new TreeMap<>(kept);
    otherRuns.keySet().removeAll(ids);
    otherKept.keySet().removeAll(ids);
    return new ToolSet(tally.withoutWords(ids), otherRuns, otherKept);
  }

  void count(String episodeId, GeneralizationLesson lesson, int sign) {
    tally.add(episodeId, lesson.run(), sign);
    tally.addModes(lesson.run(), sign);
    List<String> tools = lesson.run().tools();
    tools.forEach(tool -> tally.things(Things.CALLS).add(tool, sign));
    lesson.effects().count(tools, sign, tally);
  }

  void keep(String episodeId, GeneralizationLesson lesson) {
    runs.put(episodeId, lesson.withoutArguments());
    if (runs.size() > MAX_RUNS) {
      runs.remove(Collections.min(runs.entrySet(), EARLIEST_FIRST).getKey());
    }
  }
}
