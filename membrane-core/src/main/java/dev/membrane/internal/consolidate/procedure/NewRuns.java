package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The runs of a batch from which nothing was concluded yet.
 *
 * @param toolsByEpisode the successful runs, and the tools that each called
 * @param relearned the tools that each run had called of which something else was concluded before
 */
record NewRuns(Map<String, List<String>> toolsByEpisode, Map<String, List<String>> relearned) {

  private static final String TOOLS = "tools";
  private static final String RELEARNED = "relearned";

  /** Reads a note; one that has neither member was written when notes had only successful runs. */
  static NewRuns read(JsonObject note) {
    StoredFields stored = StoredFields.of(note);
    return stored.has(TOOLS) || stored.has(RELEARNED)
        ? new NewRuns(
            stored.fields(TOOLS).byName(StoredFields::texts),
            stored.fields(RELEARNED).byName(StoredFields::texts))
        : new NewRuns(stored.byName(StoredFields::texts), Map.of());
  }

  NewRuns with(String episodeId, List<String> tools) {
    Map<String, List<String>> runs = new LinkedHashMap<>(toolsByEpisode);
    runs.put(episodeId, tools);
    return new NewRuns(runs, relearned);
  }

  /** These runs with one more that is learned anew, and the tools that it had called before. */
  NewRuns anew(String episodeId, List<String> tools) {
    Map<String, List<String>> more = new LinkedHashMap<>(relearned);
    more.putIfAbsent(episodeId, tools);
    return new NewRuns(toolsByEpisode, more);
  }

  /** The runs among these whose tools are such. */
  NewRuns of(Predicate<List<String>> isMeant) {
    return new NewRuns(of(toolsByEpisode, isMeant), of(relearned, isMeant));
  }

  private static Map<String, List<String>> of(
      Map<String, List<String>> runs, Predicate<List<String>> isMeant) {
    Map<String, List<String>> some = new LinkedHashMap<>(runs);
    some.values().removeIf(isMeant.negate());
    return some;
  }

  NewRuns without(Set<String> ids) {
    return new NewRuns(without(toolsByEpisode, ids), without(relearned, ids));
  }

  private static Map<String, List<String>> without(
      Map<String, List<String>> runs, Set<String> ids) {
    Map<String, List<String>> some = new LinkedHashMap<>(runs);
    some.keySet().removeAll(ids);
    return some;
  }

  /** Why a record changes, in words that name the runs that were learned anew. */
  String reason(String otherwise) {
    return relearned.isEmpty()
        ? otherwise
        : otherwise + ": episode " + String.join(", episode ", relearned.keySet());
  }

  JsonObject toJson() {
    return StoredFields.none()
        .putFields(TOOLS, StoredFields.of(toolsByEpisode))
        .putFields(RELEARNED, StoredFields.of(relearned))
        .toJson();
  }
}
