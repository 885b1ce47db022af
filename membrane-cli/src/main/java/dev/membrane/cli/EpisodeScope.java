package dev.membrane.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.server.StartException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where an episode is; unless it is said, in the only scope of the caller, or in none. */
final class EpisodeScope {

  @Option(names = "--scope", paramLabel = "SCOPE", description = "The scope of the episode.")
  private @Nullable String scope;

  @Option(
      names = "--unscoped",
      description = "The episode without a scope, also for a caller who has exactly one.")
  private boolean isUnscoped;

  /** A record by its id has no use for it. */
  void requireUnsaid() {
    if (scope != null || isUnscoped) {
      throw StartException.commandLine(
          "--scope and --unscoped are for an episode, not for a record by its id");
    }
  }

  void putInto(ObjectNode request) {
    MemoryCommand.put(request, "scope", scope);
    if (isUnscoped) {
      request.put("unscoped", true);
    }
  }
}
