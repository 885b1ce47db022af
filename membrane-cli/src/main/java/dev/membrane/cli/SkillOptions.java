package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** The options that say which skills are wanted. */
final class SkillOptions {

  private static final int PAGE = 100;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "Only what was learned in this scope or unscoped; may be given several times.")
  private List<String> scopes = List.of();

  @Option(names = "--stopped", description = "Include skills that stopped working, marked as such.")
  private boolean isWithStopped;

  /** Gives each of them. */
  void each(CallableMemory memory, Consumer<JsonNode> skills) {
    ObjectNode request =
        MemoryCommand.underTrust(scopes)
            .put("include_stopped", isWithStopped)
            .put("page_size", PAGE);
    memory.eachPage("ListSkills", request, page -> page.path("skills").forEach(skills));
  }
}
