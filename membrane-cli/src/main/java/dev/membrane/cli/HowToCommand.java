package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.CommandContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds how something is done. */
@Command(
    name = "how-to",
    description = "Finds how something is done, and how often that worked.",
    sortOptions = false)
final class HowToCommand extends MemoryCommand {

  @Parameters(paramLabel = "TASK", description = "The task in words.")
  private String task = "";

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "Only what was learned in this scope, or without one; may be given several times.")
  private List<String> scopes = List.of();

  @Option(
      names = "--context",
      paramLabel = "JSON",
      description = "The situation, as a JSON object, such as {\"os\": \"linux\"}.")
  private @Nullable String situation;

  HowToCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(Memory memory) {
    ObjectNode request = underTrust(scopes).put("task_descriptor", task).put("matching_only", true);
    putAll(request, "memory_types", List.of("competence", "plan_graph"));
    if (situation != null) {
      request.set("context", JsonText.typed("--context", situation));
    }
    return memory.call("Retrieve", request);
  }

  @Override
  String text(JsonNode answer) {
    JsonNode selection = answer.path("selection");
    List<String> parts = new ArrayList<>();
    selection.path("selected").forEach(record -> parts.add(ProcedureText.of(record)));
    if (parts.isEmpty()) {
      return "nothing reliable is known";
    }
    if (selection.path("needs_more").asBoolean()) {
      parts.add("None of this is sure to help; the next try will tell more.");
    }
    return String.join("\n\n", parts);
  }
}
