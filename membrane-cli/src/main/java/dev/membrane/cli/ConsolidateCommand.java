package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.command.CommandContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Learns now. */
@Command(
    name = "consolidate",
    description = {
      "Learns now from all settled episodes, and prints what was learned. Ends with 1 and names the"
          + " stages that failed, if any did; the others have learned. Tells how many episodes"
          + " still wait for a stage, and until when. With --again it first queues the settled"
          + " episodes that a stage has missed or set aside."
    },
    sortOptions = false)
final class ConsolidateCommand extends MemoryCommand {

  private static final String LEARNING = "learn:";

  @Option(
      names = "--again",
      paramLabel = "STAGE",
      description =
          "A stage that learns, such as llm-extraction: it is shown the episodes that it has not"
              + " learned from.")
  private @Nullable String again;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "With --again: only the episodes of this scope.")
  private @Nullable String scope;

  private List<String> failed = List.of();
  private List<String> waiting = List.of();

  ConsolidateCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    ObjectNode request = JsonText.object();
    put(request, "again", again);
    put(request, "scope", scope);
    JsonNode result = memory.call("RunConsolidation", request).path("result");
    JsonNode jobs = memory.call("ListJobs", JsonText.object());
    failed = FailedStages.in(jobs.path("runs"));
    waiting = waiting(jobs.path("queues"));
    return result;
  }

  private static List<String> waiting(JsonNode queues) {
    List<String> lines = new ArrayList<>();
    for (JsonNode queue : queues) {
      String name = queue.path("name").asText();
      if (name.startsWith(LEARNING)) {
        lines.add(
            "stage %s: %s episodes wait; the first is due at %s"
                .formatted(
                    name.substring(LEARNING.length()),
                    queue.path("length").asText(),
                    queue.path("oldest_due").asText()));
      }
    }
    return lines;
  }

  @Override
  String text(JsonNode answer) {
    return MemberLines.of(answer);
  }

  @Override
  int exitCode(JsonNode answer) {
    waiting.forEach(line -> context().err().println(TerminalText.of(line)));
    failed.forEach(stage -> context().err().println(TerminalText.of(stage) + "; the log says why"));
    return failed.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
