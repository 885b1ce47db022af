package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import dev.membrane.server.StartException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a record. */
@Command(
    name = "forget",
    description = {
      "Deletes what a record says, for good; that it was there, and who deleted it, stays in its"
          + " audit log. Asks before it does so where somebody can answer."
    },
    sortOptions = false)
final class ForgetCommand extends MemoryCommand {

  @Parameters(paramLabel = "ID", description = "The record's id.")
  private String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
  private @Nullable String reason;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean isSure;

  ForgetCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    JsonNode record =
        memory.call("RetrieveByID", underTrust(List.of()).put("id", id)).path("record");
    if (!isSure && context().isTerminal()) {
      confirm(RecordSummary.of(record));
    }
    ObjectNode request = JsonText.object().put("id", id);
    put(request, "reason", reason);
    memory.call("Delete", request);
    ObjectNode answer = JsonText.object();
    answer.set("deleted", record);
    return answer;
  }

  private void confirm(String record) {
    PrintWriter err = context().err();
    err.println(record);
    err.print("Delete it for good? [y/N] ");
    err.flush();
    try {
      String answer = context().in().readLine();
      if (answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y")) {
        return;
      }
    } catch (IOException unreadable) {
      throw new StartException("nothing was deleted: " + unreadable.getMessage(), unreadable);
    }
    throw new StartException("nothing was deleted");
  }

  @Override
  String text(JsonNode answer) {
    return "deleted: " + RecordSummary.of(answer.path("deleted"));
  }
}
