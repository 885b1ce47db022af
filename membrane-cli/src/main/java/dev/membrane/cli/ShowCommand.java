package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows all that is known of a record. */
@Command(
    name = "show",
    description = "Shows a record: what it says, where that is from, and who did what to it.",
    sortOptions = false)
final class ShowCommand extends MemoryCommand {

  private static final int PAGE = 1_000;

  @Parameters(paramLabel = "ID", description = "The record's id.")
  private String id = "";

  ShowCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    JsonNode record = memory.call("RetrieveByID", underTrust(List.of()).put("id", id));
    ObjectNode all = JsonText.object();
    all.set("record", record.path("record"));
    if (record.path("record").has("payload")) {
      JsonNode audit = memory.call("GetAuditLog", JsonText.object().put("id", id));
      all.set("audit", audit.path("entries"));
      all.set("relations", relations(memory));
    }
    return all;
  }

  private ArrayNode relations(Memory memory) {
    ObjectNode request = JsonText.object().put("id", id).put("page_size", PAGE);
    ArrayNode all = request.arrayNode();
    JsonNode page;
    do {
      page = memory.call("ListRelations", request);
      page.path("relations").forEach(all::add);
      request.put("cursor", page.path("next_cursor").asText());
    } while (!page.path("next_cursor").asText().isEmpty());
    return all;
  }

  @Override
  String text(JsonNode answer) {
    return RecordDetails.of(answer);
  }
}
