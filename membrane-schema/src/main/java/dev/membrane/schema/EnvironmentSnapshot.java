package dev.membrane.schema;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of an episode.
 *
 * @param os the operating system
 * @param osVersion its version
 * @param toolVersions tool name to version, in the order given
 * @param workingDirectory the working directory
 * @param context anything else
 */
public record EnvironmentSnapshot(
    @Nullable String os,
    @Nullable String osVersion,
    Map<String, String> toolVersions,
    @Nullable String workingDirectory,
    @Nullable JsonObject context) {

  public EnvironmentSnapshot {
    os = Components.optional(os);
    osVersion = Components.optional(osVersion);
    toolVersions = Components.optionalMap("tool_versions", toolVersions);
    workingDirectory = Components.optional(workingDirectory);
  }
}
