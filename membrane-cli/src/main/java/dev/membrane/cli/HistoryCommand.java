package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import dev.membrane.server.command.CommandContext;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the versions of a record, what differs between two, or its audit log. */
@Command(
    name = "history",
    description = "Shows the versions of a record that are kept, the oldest first.",
    sortOptions = false)
final class HistoryCommand extends MemoryCommand {

  private static final Pattern VERSIONS = Pattern.compile("(\\d{0,18})\\.\\.(\\d{0,18})");

  @Parameters(paramLabel = "ID", description = "The id of the record.")
  private String id = "";

  @ArgGroup private Instead instead = new Instead();

  /** What to show instead of the versions. */
  private static final class Instead {

    @Option(
        names = "--diff",
        paramLabel = "FROM..TO",
        description =
            "Shows what differs between two versions, by their numbers. Without one of them: the"
                + " version before, or the last.")
    private @Nullable String diff;

    @Option(
        names = "--audit",
        description = "Shows the audit log, which stays also if the record was deleted.")
    private boolean isAudit;
  }

  HistoryCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    if (instead.isAudit) {
      return DeletedRecord.log(id, memory);
    }
    return instead.diff == null ? versions(memory) : diff(memory, instead.diff);
  }

  private JsonNode versions(CallableMemory memory) {
    ObjectNode request = JsonText.object().put("id", id);
    ObjectNode answer = JsonText.object();
    ArrayNode versions = answer.putArray("versions");
    memory.eachPage("GetHistory", request, page -> page.path("versions").forEach(versions::add));
    if (versions.isEmpty() && DeletedRecord.is(id, memory)) {
      context().err().println("no version is kept: " + DeletedRecord.hint(id));
    }
    return answer;
  }

  private JsonNode diff(CallableMemory memory, String versions) {
    Matcher numbers = VERSIONS.matcher(versions);
    if (!numbers.matches()) {
      throw StartException.commandLine("--diff takes FROM..TO, for instance 1..3");
    }
    ObjectNode request = JsonText.object().put("id", id);
    version(request, "from", numbers.group(1));
    version(request, "to", numbers.group(2));
    return memory.call("GetVersionDiff", request);
  }

  private static void version(ObjectNode request, String name, String number) {
    if (!number.isEmpty()) {
      request.put(name, Long.parseLong(number));
    }
  }

  private static String changes(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    lines.add(answer.path("from").asText() + " -> " + answer.path("to").asText());
    for (JsonNode change : answer.path("changes")) {
      lines.add(TerminalText.of(change.path("path").asText()));
      for (String side : List.of("before", "after")) {
        if (change.has(side)) {
          String sign = side.equals("before") ? "  - " : "  + ";
          lines.add(TerminalText.of(sign + change.path(side)));
        }
      }
    }
    return String.join("\n", lines);
  }

  @Override
  String text(JsonNode answer) {
    if (instead.isAudit) {
      return RecordDetails.history(answer.path("entries"));
    }
    return instead.diff == null ? versions(answer) : changes(answer);
  }

  private static String salience(JsonNode known) {
    return known.isMissingNode() ? "content erased" : "salience " + known.asText();
  }

  private static String versions(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    for (JsonNode version : answer.path("versions")) {
      lines.add(
          TerminalText.of(
              version.path("version").asText()
                  + "  "
                  + version.path("from").asText()
                  + "  "
                  + salience(version.path("salience"))));
      version.path("audit").forEach(entry -> lines.add("  " + RecordDetails.line(entry)));
    }
    return lines.isEmpty() ? "no version is kept" : String.join("\n", lines);
  }
}
