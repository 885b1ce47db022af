package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Deletes a record, or an episode. */
@Command(
    name = "forget",
    description = {
      "Deletes the content of a record, or of all records of an episode, for good. Their audit logs"
          + " stay and say who deleted them. On a terminal it asks first."
    },
    sortOptions = false)
final class ForgetCommand extends MemoryCommand {

  @ArgGroup(multiplicity = "1")
  private RecordOrEpisode wanted = new RecordOrEpisode();

  @ArgGroup private EpisodeScope scope = new EpisodeScope();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the audit log.")
  private @Nullable String reason;

  @Option(
      names = "--override-policy",
      description = "Delete a record even if its deletion policy is never; needs admin.")
  private boolean isPolicyOverridden;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean isSure;

  ForgetCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    String id = wanted.id();
    return id == null ? forgetEpisode(memory) : forget(memory, id);
  }

  private JsonNode forgetEpisode(CallableMemory memory) {
    if (isPolicyOverridden) {
      throw StartException.commandLine(
          "--override-policy is for a record by its id, not for an episode");
    }
    if (!isSure && context().isTerminal()) {
      confirm(EpisodeLines.summary(wanted.whole(memory, scope)));
    }
    ObjectNode request = wanted.request(scope);
    put(request, "reason", reason);
    return memory.call("DeleteEpisode", request);
  }

  private JsonNode forget(CallableMemory memory, String id) {
    scope.requireUnsaid();
    if (!isSure && context().isTerminal()) {
      JsonNode found = memory.call("RetrieveByID", underTrust(List.of()).put("id", id));
      confirm(RecordSummary.of(found.path("record")));
    }
    ObjectNode request = JsonText.object().put("id", id).put("override_policy", isPolicyOverridden);
    put(request, "reason", reason);
    return memory.call("Delete", request);
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
    String id = wanted.id();
    String deleted =
        id == null ? answer.path("record_ids").size() + " records" : TerminalText.of(id);
    return "deleted: " + deleted;
  }
}
