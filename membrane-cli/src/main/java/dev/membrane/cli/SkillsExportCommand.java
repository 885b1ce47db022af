package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.command.CommandContext;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes skills as files. */
@Command(
    name = "export",
    description = "Writes each skill as DIR/<name>/SKILL.md, where agents look for skills.",
    sortOptions = false)
final class SkillsExportCommand extends MemoryCommand {

  @Parameters(paramLabel = "DIR", description = "The folder of skills; created if it is missing.")
  private @Nullable Path folder;

  @Mixin private SkillOptions wanted = new SkillOptions();

  @Option(
      names = "--prune",
      description = "Remove earlier exports in DIR that are not among these.")
  private boolean isPruning;

  SkillsExportCommand(CommandContext context) {
    super(context);
  }

  @Override
  JsonNode answer(CallableMemory memory) {
    SkillFolder files = new SkillFolder(Objects.requireNonNull(folder));
    wanted.each(
        memory, skill -> files.write(skill.path("name").asText(), skill.path("text").asText()));
    ObjectNode answer = JsonText.object().put("written", files.written());
    answer.put("unchanged", files.unchanged());
    return isPruning
        ? answer.put("removed", files.removeOthers())
        : answer.put("left", files.others().size());
  }

  @Override
  String text(JsonNode answer) {
    long left = answer.path("left").asLong();
    return "written: "
        + answer.path("written")
        + ", unchanged: "
        + answer.path("unchanged")
        + (answer.has("removed") ? ", removed: " + answer.path("removed") : "")
        + (left > 0 ? "\nexported before and not among these: " + left + " (--prune removes)" : "");
  }
}
