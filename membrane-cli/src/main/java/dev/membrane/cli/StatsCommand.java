package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.command.CommandContext;
import picocli.CommandLine.Command;

/** Shows how much there is. */
@Command(
    name = "stats",
    description = "Shows how much is remembered, by type, and the quality figures.",
    sortOptions = false)
final class StatsCommand extends MemoryCommand {

  StatsCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    return memory.call("GetMetrics", JsonText.object()).path("snapshot");
  }

  @Override
  String text(JsonNode answer) {
    return MemberLines.rounded(answer);
  }
}
