package dev.membrane.schema;

/** A payload that may be revised: every kind but an episode. */
public sealed interface RevisablePayload extends Payload
    permits WorkingPayload, SemanticPayload, CompetencePayload, PlanGraphPayload {

  /** The same content in another state of revision. */
  RevisablePayload withRevision(RevisionState newRevision);
}
