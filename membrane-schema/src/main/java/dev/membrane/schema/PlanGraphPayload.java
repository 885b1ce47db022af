package dev.membrane.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reusable solution: actions and the dependencies between them.
 *
 * @param planId the identifier of the plan
 * @param version its version
 * @param intent what it is for, in a word
 * @param constraints what has to hold for it to be used
 * @param inputsSchema the inputs it expects
 * @param outputsSchema the outputs it promises
 * @param nodes the actions; may be empty
 * @param edges the dependencies; may be empty
 * @param metrics how it has fared
 * @param revision what revisions have done to it
 */
public record PlanGraphPayload(
    String planId,
    String version,
    @Nullable String intent,
    @Nullable JsonObject constraints,
    @Nullable JsonObject inputsSchema,
    @Nullable JsonObject outputsSchema,
    List<PlanNode> nodes,
    List<PlanEdge> edges,
    @Nullable PlanMetrics metrics,
    @Nullable RevisionState revision)
    implements RevisablePayload {

  public PlanGraphPayload {
    planId = Components.present("plan_id", planId);
    version = Components.present("version", version);
    intent = Components.optional(intent);
    nodes = Components.list("nodes", nodes);
    edges = Components.list("edges", edges);
  }

  /** This plan as another version. */
  public PlanGraphPayload withVersion(String newVersion) {
    return copy(newVersion, revision);
  }

  @Override
  public PlanGraphPayload withRevision(RevisionState newRevision) {
    return copy(version, newRevision);
  }

  @Override
  public MemoryType kind() {
    return MemoryType.PLAN_GRAPH;
  }

  private PlanGraphPayload copy(String newVersion, @Nullable RevisionState newRevision) {
    return new PlanGraphPayload(
        planId,
        newVersion,
        intent,
        constraints,
        inputsSchema,
        outputsSchema,
        nodes,
        edges,
        metrics,
        newRevision);
  }
}
