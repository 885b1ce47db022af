package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.command.CommandContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
      description = "Only what was learned in this scope or unscoped; may be given several times.")
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
  JsonNode answer(CallableMemory memory) {
    ObjectNode request = underTrust(scopes).put("task_descriptor", task).put("matching_only", true);
    putAll(request, "memory_types", List.of("competence", "plan_graph"));
    if (situation != null) {
      request.set("context", JsonText.typed("--context", situation));
    }
    ObjectNode answer = (ObjectNode) memory.call("Retrieve", request);
    ArrayNode skills = answer.putArray("skills");
    for (JsonNode record : answer.at("/selection/selected")) {
      ObjectNode wanted = underTrust(scopes).put("record_id", record.path("id").asText());
      memory
          .call("ListSkills", wanted.put("include_stopped", true))
          .path("skills")
          .forEach(skills::add);
    }
    return answer;
  }

  @Override
  String text(JsonNode answer) {
    List<String> parts = new ArrayList<>();
    Set<String> stopped = new HashSet<>();
    answer.at("/selection/stopped_working").forEach(id -> stopped.add(id.asText()));
    answer.path("skills").forEach(skill -> parts.add(whole(skill, stopped)));
    if (parts.isEmpty()) {
      return "nothing reliable is known";
    }
    if (answer.at("/selection/needs_more").asBoolean()) {
      parts.add("None of this is sure to help; the next try will tell more.");
    }
    return String.join("\n\n", parts);
  }

  /**
   * A skill is measured by the runs of its scope and level, a selection by those of all candidates.
   */
  private static String whole(JsonNode skill, Set<String> stopped) {
    boolean isUnsaid =
        stopped.contains(skill.path("record_id").asText())
            && !skill.path("stopped_working").asBoolean();
    return (isUnsaid ? "The next one stopped working.\n\n" : "") + SkillLines.whole(skill);
  }
}
