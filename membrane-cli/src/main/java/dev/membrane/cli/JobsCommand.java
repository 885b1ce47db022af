package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.server.command.CommandContext;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows what waits for the background. */
@Command(
    name = "jobs",
    description = "Shows what waits for the background jobs, and how their last runs ended.",
    sortOptions = false)
final class JobsCommand extends MemoryCommand {

  JobsCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    return memory.call("ListJobs", JsonText.object());
  }

  @Override
  String text(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    answer.path("queues").forEach(queue -> lines.add(TerminalText.of(waiting(queue))));
    answer.path("runs").forEach(run -> lines.add(TerminalText.of(ran(run))));
    return lines.isEmpty() ? "nothing waits" : String.join("\n", lines);
  }

  private static String waiting(JsonNode queue) {
    StringBuilder line =
        new StringBuilder(queue.path("name").asText())
            .append(queue.path("set_aside").asBoolean() ? "  set aside " : "  waiting ")
            .append(queue.path("length").asText())
            .append(", due ")
            .append(queue.path("oldest_due").asText());
    long failures = queue.path("failures").asLong();
    return failures == 0
        ? line.toString()
        : line.append(", failures: ").append(failures).toString();
  }

  private static String ran(JsonNode run) {
    return run.path("name").asText()
        + "  "
        + run.path("result").asText()
        + " at "
        + run.path("ended_at").asText()
        + ", "
        + RoundedNumber.of(run.path("seconds"))
        + " s";
  }
}
