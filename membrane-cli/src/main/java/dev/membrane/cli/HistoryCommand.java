package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the versions of a record. */
@Command(
    name = "history",
    description = "Shows the versions of a record that are kept, the oldest first.",
    sortOptions = false)
final class HistoryCommand extends MemoryCommand {

  @Parameters(paramLabel = "ID", description = "The id of the record.")
  private String id = "";

  HistoryCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    ObjectNode request = JsonText.object().put("id", id);
    ObjectNode answer = JsonText.object();
    ArrayNode versions = answer.putArray("versions");
    JsonNode page;
    do {
      page = memory.call("GetHistory", request);
      page.path("versions").forEach(versions::add);
      request.put("cursor", page.path("next_cursor").asText());
    } while (!page.path("next_cursor").asText().isEmpty());
    return answer;
  }

  @Override
  String text(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    for (JsonNode version : answer.path("versions")) {
      lines.add(
          TerminalText.of(
              version.path("version").asText()
                  + "  "
                  + version.path("from").asText()
                  + "  salience "
                  + version.path("salience").asText()));
      version.path("audit").forEach(entry -> lines.add("  " + RecordDetails.line(entry)));
    }
    return lines.isEmpty() ? "no version is kept" : String.join("\n", lines);
  }
}
