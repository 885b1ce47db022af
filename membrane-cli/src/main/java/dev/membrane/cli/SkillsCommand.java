package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.command.CommandContext;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists skills. */
@Command(
    name = "skills",
    description = "Lists learned skills, and how often each worked.",
    sortOptions = false)
final class SkillsCommand extends MemoryCommand {

  @Mixin private SkillOptions wanted = new SkillOptions();

  private SkillsCommand(CommandContext context) {
    super(context);
  }

  /** The command with those below it. */
  static CommandLine line(CommandContext context) {
    return new CommandLine(new SkillsCommand(context))
        .addSubcommand(new SkillsExportCommand(context));
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    ObjectNode answer = JsonText.object();
    ArrayNode skills = answer.putArray("skills");
    wanted.each(memory, skills::add);
    return answer;
  }

  @Override
  String text(JsonNode answer) {
    List<String> entries = new ArrayList<>();
    answer.path("skills").forEach(skill -> entries.add(SkillLines.summary(skill)));
    return entries.isEmpty() ? "no skill was learned yet" : String.join("\n\n", entries);
  }
}
