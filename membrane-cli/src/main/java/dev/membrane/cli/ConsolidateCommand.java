package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.CommandContext;
import picocli.CommandLine.Command;

/** Learns now. */
@Command(
    name = "consolidate",
    description = "Learns now from all settled episodes, and prints what was learned.",
    sortOptions = false)
final class ConsolidateCommand extends MemoryCommand {

  ConsolidateCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    return memory.call("RunConsolidation", JsonText.object()).path("result");
  }

  @Override
  String text(JsonNode answer) {
    return MemberLines.of(answer);
  }
}
