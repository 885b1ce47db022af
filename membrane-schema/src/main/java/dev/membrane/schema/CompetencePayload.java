package dev.membrane.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A procedure: how to reach a goal when a signal appears.
 *
 * @param skillName the name of the skill
 * @param triggers when it applies; may be empty
 * @param recipe the steps in order; may be empty
 * @param requiredTools the tools it needs
 * @param failureModes how it is known to fail
 * @param fallbacks what to try instead
 * @param performance how often it succeeded and failed
 * @param version its version
 * @param revision what revisions have done to it
 */
public record CompetencePayload(
    String skillName,
    List<Trigger> triggers,
    List<RecipeStep> recipe,
    List<String> requiredTools,
    List<String> failureModes,
    List<String> fallbacks,
    @Nullable PerformanceStats performance,
    @Nullable String version,
    @Nullable RevisionState revision)
    implements RevisablePayload {

  public CompetencePayload {
    skillName = Components.present("skill_name", skillName);
    triggers = Components.list("triggers", triggers);
    recipe = Components.list("recipe", recipe);
    requiredTools = Components.optionalList("required_tools", requiredTools);
    failureModes = Components.optionalList("failure_modes", failureModes);
    fallbacks = Components.optionalList("fallbacks", fallbacks);
    version = Components.optional(version);
  }

  @Override
  public CompetencePayload withRevision(RevisionState newRevision) {
    return new CompetencePayload(
        skillName,
        triggers,
        recipe,
        requiredTools,
        failureModes,
        fallbacks,
        performance,
        version,
        newRevision);
  }

  @Override
  public MemoryType kind() {
    return MemoryType.COMPETENCE;
  }
}
