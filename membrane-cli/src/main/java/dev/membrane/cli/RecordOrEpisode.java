package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a command is about: a record by its id, or an episode by its key. */
final class RecordOrEpisode {

  private static final int PAGE = 1_000;

  @Parameters(paramLabel = "ID", description = "The record's id.")
  private @Nullable String id;

  @Option(
      names = "--episode",
      paramLabel = "KEY",
      description = "The key of an episode; stands for all of its records.")
  private @Nullable String episode;

  /** Null if it is an episode. */
  @Nullable String id() {
    return id;
  }

  /** A request about the episode. */
  ObjectNode request(EpisodeScope scope) {
    ObjectNode request = JsonText.object().put("episode", episode);
    scope.putInto(request);
    return request;
  }

  /** The whole episode, all its events in order. */
  ObjectNode whole(CallableMemory memory, EpisodeScope scope) {
    ObjectNode request = request(scope).put("page_size", PAGE);
    ObjectNode whole = request.objectNode().put("episode", episode);
    ArrayNode events = request.arrayNode();
    memory.eachPage(
        "RetrieveEpisode",
        request,
        page -> {
          page.path("events").forEach(events::add);
          whole.set("record_ids", page.path("record_ids"));
          whole.put("outcome", page.path("outcome").asText());
        });
    whole.set("events", events);
    return whole;
  }
}
