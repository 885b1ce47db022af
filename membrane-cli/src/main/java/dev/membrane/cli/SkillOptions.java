package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say which skills are wanted. */
final class SkillOptions {

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "Only what was learned in this scope or unscoped; may be given several times.")
  private List<String> scopes = List.of();

  @Option(names = "--stopped", description = "Include skills that stopped working, marked as such.")
  private boolean isWithStopped;

  /** What asks for them. */
  ObjectNode request() {
    return MemoryCommand.underTrust(scopes).put("include_stopped", isWithStopped);
  }
}
