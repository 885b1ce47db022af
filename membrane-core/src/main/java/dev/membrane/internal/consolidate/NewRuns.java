package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a batch has told from which nothing was concluded yet.
 *
 * @param toolsByEpisode the successful runs, and the tools that each called
 * @param withdrawn the episodes that no longer tell what they did
 */
record NewRuns(Map<String, List<String>> toolsByEpisode, List<String> withdrawn) {

  private static final String TOOLS = "tools";
  private static final String WITHDRAWN = "withdrawn";

  static NewRuns read(JsonObject note) {
    StoredFields stored = StoredFields.of(note);
    StoredFields tools = stored.fields(TOOLS);
    Map<String, List<String>> runs = new LinkedHashMap<>();
    tools.members().keySet().forEach(id -> runs.put(id, tools.texts(id)));
    return new NewRuns(runs, stored.texts(WITHDRAWN));
  }

  NewRuns with(String episodeId, List<String> tools) {
    Map<String, List<String>> runs = new LinkedHashMap<>(toolsByEpisode);
    runs.put(episodeId, tools);
    return new NewRuns(runs, withdrawn);
  }

  NewRuns without(String episodeId) {
    List<String> more = new ArrayList<>(withdrawn);
    more.add(episodeId);
    return new NewRuns(toolsByEpisode, more);
  }

  /** Why a record changes, in words that name what was withdrawn. */
  String reason(String otherwise) {
    return withdrawn.isEmpty()
        ? otherwise
        : otherwise + ": episode " + String.join(", episode ", withdrawn);
  }

  JsonObject toJson() {
    StoredFields tools = StoredFields.none();
    toolsByEpisode.forEach(tools::put);
    return StoredFields.none().putFields(TOOLS, tools).put(WITHDRAWN, withdrawn).toJson();
  }
}
