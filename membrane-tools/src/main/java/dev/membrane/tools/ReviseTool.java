package dev.membrane.tools;

import dev.membrane.FailedPreconditionException;
import dev.membrane.Revision;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Corrects what is known. */
final class ReviseTool implements ToolUse {

  private final InstantSource clock;

  /**
   * A tool that gives a reason for each new fact.
   *
   * @param clock tells when it was given
   */
  ReviseTool(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "revise";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("rationale", "reason", "contesting_ref", "evidence");
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    String id = arguments.requiredText("id");
    try {
      return revised(session, arguments, id);
    } catch (FailedPreconditionException refused) {
      throw new FailedPreconditionException(refused.getMessage() + successor(session, id));
    }
  }

  private static String successor(ToolSession session, String id) {
    return full(session, id)
        .map(MemoryRecord::revision)
        .map(RevisionState::supersededBy)
        .map(successor -> "; in its place is " + successor)
        .orElse("");
  }

  private static Optional<MemoryRecord> full(ToolSession session, String id) {
    return session.memory().retrieval().byId(id, session.trust()).full();
  }

  private String revised(ToolSession session, ToolArguments arguments, String id) {
    String reason = arguments.requiredText("reason");
    Revision revision = session.memory().revision().under(session.trust());
    return switch (arguments.requiredText("action")) {
      case "retract" -> {
        revision.retract(id, reason);
        yield "retracted";
      }
      case "contest" -> {
        revision.contest(id, arguments.text("evidence").orElse(""), reason);
        yield "contested";
      }
      case "supersede" -> "superseded by " + supersede(session, revision, arguments, id);
      default ->
          throw ToolArguments.wrong("action", "action must be one of: supersede, contest, retract");
    };
  }

  private String supersede(
      ToolSession session, Revision revision, ToolArguments arguments, String id) {
    Optional<MemoryRecord> old = full(session, id);
    List<String> tags = old.map(MemoryRecord::tags).orElse(List.of());
    SemanticPayload fact =
        old.map(MemoryRecord::payload)
            .filter(SemanticPayload.class::isInstance)
            .map(SemanticPayload.class::cast)
            .orElseThrow(
                () ->
                    ToolArguments.wrong("id", "only a fact can be superseded, by another object"));
    SemanticPayload successor =
        new SemanticPayload(
            fact.subject(),
            fact.predicate(),
            arguments.required("object"),
            fact.validity(),
            List.of(evidence(arguments)),
            fact.revisionPolicy(),
            null);
    RecordDraft draft = RecordDraft.builder().payload(successor).tags(kept(tags)).build();
    return revision.supersede(id, draft, arguments.requiredText("reason")).id();
  }

  /** Who corrects a fact says it. */
  private static List<String> kept(List<String> tags) {
    return tags.stream().filter(tag -> !tag.equals("hearsay")).toList();
  }

  private ProvenanceRef evidence(ToolArguments arguments) {
    String said = arguments.text("evidence").orElseGet(() -> arguments.requiredText("reason"));
    return new ProvenanceRef(EvidenceType.OBSERVATION, said, clock.instant());
  }
}
