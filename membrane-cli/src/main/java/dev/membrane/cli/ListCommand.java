package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists records. */
@Command(
    name = "list",
    description = "Lists records in the order in which they were stored.",
    sortOptions = false)
final class ListCommand extends MemoryCommand {

  private static final int PAGE = 1_000;

  @Mixin private FilterOptions filter = new FilterOptions();

  @Option(
      names = "--created-from",
      paramLabel = "INSTANT",
      description = "Only what was created at this RFC 3339 instant or after it.")
  private @Nullable String createdFrom;

  @Option(
      names = "--created-until",
      paramLabel = "INSTANT",
      description = "Only what was created before this instant.")
  private @Nullable String createdUntil;

  @Option(
      names = "--updated-from",
      paramLabel = "INSTANT",
      description = "Only what was last updated at this instant or after it.")
  private @Nullable String updatedFrom;

  @Option(
      names = "--updated-until",
      paramLabel = "INSTANT",
      description = "Only what was last updated before this instant.")
  private @Nullable String updatedUntil;

  @Option(
      names = "--limit",
      paramLabel = "COUNT",
      defaultValue = "100",
      description = "The most records to list (${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "CURSOR",
      description = "Continue a list: its next_cursor.")
  private String cursor = "";

  ListCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    if (limit < 1) {
      throw StartException.commandLine("--limit must be at least 1");
    }
    ObjectNode request = underTrust(filter.scopes()).put("cursor", cursor);
    filter.addTo(request);
    put(request, "created_from", createdFrom);
    put(request, "created_until", createdUntil);
    put(request, "updated_from", updatedFrom);
    put(request, "updated_until", updatedUntil);
    ObjectNode answer = JsonText.object();
    ArrayNode records = answer.putArray("records");
    String next;
    do {
      JsonNode page =
          memory.call(
              "ListRecords", request.put("page_size", Math.min(PAGE, limit - records.size())));
      page.path("records").forEach(records::add);
      next = page.path("next_cursor").asText();
      request.put("cursor", next);
    } while (!next.isEmpty() && records.size() < limit);
    return answer.put("next_cursor", next);
  }

  @Override
  String text(JsonNode answer) {
    String next = answer.path("next_cursor").asText();
    String lines = RecordSummary.lines(answer.path("records"), "there is nothing");
    return next.isEmpty() ? lines : lines + "\nmore: --after " + next;
  }
}
