package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import picocli.CommandLine.Option;

/** Which skills are wanted. */
final class SkillOptions {

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description =
          "Only what was learned in this scope, or without one; may be given several times.")
  private List<String> scopes = List.of();

  @Option(names = "--stopped", description = "Also skills that stopped working; they say so.")
  private boolean isWithStopped;

  /** What asks for them. */
  ObjectNode request() {
    return MemoryCommand.underTrust(scopes).put("include_stopped", isWithStopped);
  }
}
