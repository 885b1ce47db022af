package dev.membrane.consolidate;

import dev.membrane.schema.JsonObject;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest runs of one scope and sensitivity: the same ones in whatever order they arrive. Not
 * thread-safe.
 */
final class Window {

  /** The most runs in a window. */
  static final int MAX_RUNS = 128;

  /** Marks a success that no conclusion was drawn from yet. */
  private static final String NEWS = "news";

  private static final Comparator<Map.Entry<String, Fields>> EARLIEST_FIRST =
      Comparator.comparing(
              (Map.Entry<String, Fields> run) -> Instant.parse(run.getValue().text(ToolRun.USED)))
          .thenComparing(Map.Entry::getKey);

  private final Fields runs;

  Window(JsonObject note) {
    this.runs = Fields.of(note);
  }

  /** Puts what a run tells now in the place of what it told before. */
  void exchange(String episodeId, Fields former, Fields lesson) {
    boolean isNews = lesson.truth(ToolRun.SUCCESS) && !former.truth(ToolRun.SUCCESS);
    runs.put(
        episodeId,
        lesson.isEmpty() ? null : lesson.copy().put(NEWS, isNews ? true : null).toJson());
    if (runs.members().size() > MAX_RUNS) {
      runs.put(Collections.min(byId().entrySet(), EARLIEST_FIRST).getKey(), null);
    }
  }

  boolean isNews(String episodeId) {
    return runs.fields(episodeId).truth(NEWS);
  }

  /** Whether later runs may have crowded others out. */
  boolean isFull() {
    return runs.members().size() == MAX_RUNS;
  }

  private Map<String, Fields> byId() {
    Map<String, Fields> byId = new LinkedHashMap<>();
    runs.members().keySet().forEach(id -> byId.put(id, runs.fields(id)));
    return byId;
  }

  /** The runs by their episodes, the earliest first. */
  List<Map.Entry<String, Fields>> inOrder() {
    return byId().entrySet().stream().sorted(EARLIEST_FIRST).toList();
  }

  /** The same without any news. */
  Window seen() {
    byId().forEach((id, run) -> runs.put(id, run.put(NEWS, null).toJson()));
    return this;
  }

  JsonObject toJson() {
    return runs.toJson();
  }
}
