package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows all that is known of a record, or the events of an episode. */
@Command(
    name = "show",
    description = {
      "Shows what a record says, where that is from, and who changed it. Of an episode it shows"
          + " the events in order."
    },
    sortOptions = false)
final class ShowCommand extends MemoryCommand {

  private static final int PAGE = 1_000;

  @ArgGroup(multiplicity = "1")
  private RecordOrEpisode wanted = new RecordOrEpisode();

  @ArgGroup private EpisodeScope scope = new EpisodeScope();

  @Option(
      names = "--as-of",
      paramLabel = "INSTANT",
      description = "The record as it was at this RFC 3339 instant.")
  private @Nullable String asOf;

  ShowCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    String id = wanted.id();
    if (id == null && asOf != null) {
      throw StartException.commandLine("--as-of is for a record by its id, not for an episode");
    }
    if (id != null) {
      scope.requireUnsaid();
    }
    return id == null ? wanted.whole(memory, scope) : record(memory, id);
  }

  private JsonNode record(CallableMemory memory, String id) {
    ObjectNode request = underTrust(List.of()).put("id", id);
    put(request, "as_of", asOf);
    JsonNode record = found(memory, id, request);
    ObjectNode all = JsonText.object();
    all.set("record", record.path("record"));
    if (record.path("record").has("payload") && asOf != null) {
      all.set("audit", record.at("/record/audit_log"));
    } else if (record.path("record").has("payload")) {
      all.set("audit", DeletedRecord.log(id, memory).path("entries"));
      all.set("relations", relations(memory, id));
    }
    return all;
  }

  /** What there was in the past is asked of the versions, which go with a record. */
  private static JsonNode found(CallableMemory memory, String id, ObjectNode request) {
    try {
      return memory.call("RetrieveByID", request);
    } catch (StartException failed) {
      throw request.has("as_of") ? failed : DeletedRecord.explained(failed, id, memory);
    }
  }

  private static ArrayNode relations(CallableMemory memory, String id) {
    ObjectNode request = JsonText.object().put("id", id).put("page_size", PAGE);
    ArrayNode all = request.arrayNode();
    memory.eachPage("ListRelations", request, page -> page.path("relations").forEach(all::add));
    return all;
  }

  @Override
  String text(JsonNode answer) {
    return answer.has("events") ? EpisodeLines.of(answer) : RecordDetails.of(answer);
  }
}
