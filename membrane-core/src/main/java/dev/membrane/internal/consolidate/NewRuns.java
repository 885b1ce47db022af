package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The successful runs of a batch from which nothing was concluded yet.
 *
 * @param toolsByEpisode the tools that each called
 */
record NewRuns(Map<String, List<String>> toolsByEpisode) {

  static NewRuns read(JsonObject note) {
    StoredFields stored = StoredFields.of(note);
    Map<String, List<String>> runs = new LinkedHashMap<>();
    stored.members().keySet().forEach(id -> runs.put(id, stored.texts(id)));
    return new NewRuns(runs);
  }

  NewRuns with(String episodeId, List<String> tools) {
    Map<String, List<String>> runs = new LinkedHashMap<>(toolsByEpisode);
    runs.put(episodeId, tools);
    return new NewRuns(runs);
  }

  JsonObject toJson() {
    StoredFields stored = StoredFields.none();
    toolsByEpisode.forEach(stored::put);
    return stored.toJson();
  }
}
