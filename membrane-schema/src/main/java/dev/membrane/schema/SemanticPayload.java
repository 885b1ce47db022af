package dev.membrane.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fact: subject, predicate, object.
 *
 * @param subject what the fact is about
 * @param predicate the relationship or property
 * @param object the value; {@link JsonNull} if none was given
 * @param validity when the fact is valid
 * @param evidence what supports it
 * @param revisionPolicy how it should be revised
 * @param revision what revisions have done to it
 */
public record SemanticPayload(
    String subject,
    String predicate,
    JsonValue object,
    Validity validity,
    List<ProvenanceRef> evidence,
    @Nullable RevisionPolicy revisionPolicy,
    @Nullable RevisionState revision)
    implements RevisablePayload {

  public SemanticPayload {
    subject = Components.present("subject", subject);
    predicate = Components.present("predicate", predicate);
    object = Components.present("object", object);
    validity = Components.present("validity", validity);
    evidence = Components.optionalList("evidence", evidence);
  }

  /** A fact that holds always, without evidence yet. */
  public static SemanticPayload of(String subject, String predicate, JsonValue object) {
    return new SemanticPayload(
        subject, predicate, object, Validity.global(), List.of(), null, null);
  }

  /** The same, of an object that is a text. */
  public static SemanticPayload of(String subject, String predicate, String object) {
    return of(subject, predicate, new JsonString(Components.present("object", object)));
  }

  /** This fact with other evidence. */
  public SemanticPayload withEvidence(List<ProvenanceRef> newEvidence) {
    return new SemanticPayload(
        subject, predicate, object, validity, newEvidence, revisionPolicy, revision);
  }

  @Override
  public SemanticPayload withRevision(RevisionState newRevision) {
    return new SemanticPayload(
        subject, predicate, object, validity, evidence, revisionPolicy, newRevision);
  }

  @Override
  public MemoryType kind() {
    return MemoryType.SEMANTIC;
  }
}
