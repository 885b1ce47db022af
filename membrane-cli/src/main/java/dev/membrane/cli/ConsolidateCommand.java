package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.CommandContext;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Learns now. */
@Command(
    name = "consolidate",
    description = {
      "Learns now from all settled episodes, and prints what was learned. Ends with 1 and names the"
          + " stages that failed, if any did; the others have learned."
    },
    sortOptions = false)
final class ConsolidateCommand extends MemoryCommand {

  private List<String> failed = List.of();

  ConsolidateCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    JsonNode result = memory.call("RunConsolidation", JsonText.object()).path("result");
    failed = FailedStages.in(memory.call("ListJobs", JsonText.object()).path("runs"));
    return result;
  }

  @Override
  String text(JsonNode answer) {
    return MemberLines.of(answer);
  }

  @Override
  int exitCode(JsonNode answer) {
    failed.forEach(stage -> context().err().println(TerminalText.of(stage) + "; the log says why"));
    return failed.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
