package dev.membrane.tools;

import dev.membrane.IngestAnswer;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.json.RecordCodec;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stores a fact. */
final class RememberTool implements ToolUse {

  private static final int MAX_OBJECT_LENGTH = 100;
  private static final int MAX_REASON_LENGTH = 200;
  private static final int MAX_READ = 5;

  @Override
  public String name() {
    return "remember";
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    ObservationRequest request =
        ObservationRequest.builder()
            .source(session.source())
            .subject(arguments.requiredText("subject"))
            .predicate(arguments.requiredText("predicate"))
            .object(arguments.required("object"))
            .options(session.options().tags(arguments.texts("tags")))
            .build();
    IngestAnswer answer = session.memory().ingestion().observe(request);
    return done(answer) + ": " + answer.id() + others(session, answer) + withdrawn(session, answer);
  }

  private static String done(IngestAnswer answer) {
    return switch (answer.result()) {
      case REINFORCED -> "already known, reinforced";
      case REPEATED -> "stored before by the same request";
      default -> "created";
    };
  }

  private static String others(ToolSession session, IngestAnswer answer) {
    return answer.conflicts().isEmpty()
        ? ""
        : "\nOther active facts of this subject and predicate: "
            + told(session, answer.conflicts())
            + ". If one of them no longer holds, "
            + (mayRevise(session) ? "call revise to retract it." : "tell the user.");
  }

  /** Whoever withdrew it may have known better than what is being read. */
  private static String withdrawn(ToolSession session, IngestAnswer answer) {
    String id = answer.withdrawn();
    return id == null
        ? ""
        : "\nThe same fact "
            + read(session, id).map(RememberTool::withdrawal).orElse("was withdrawn before")
            + " (record "
            + id
            + "). If that still stands, "
            + (mayRevise(session) ? "call revise to retract this one." : "tell the user.");
  }

  private static String withdrawal(MemoryRecord fact) {
    RevisionState state = fact.revision();
    String successor = state == null ? null : state.supersededBy();
    AuditEntry last = fact.auditLog().get(fact.auditLog().size() - 1);
    String reason = last.rationale();
    return (successor == null ? "was retracted" : "was superseded by " + successor)
        + " on "
        + LocalDate.ofInstant(last.timestamp(), ZoneOffset.UTC)
        + (reason.isEmpty() ? "" : ": " + cut(new JsonString(reason), MAX_REASON_LENGTH));
  }

  private static boolean mayRevise(ToolSession session) {
    return session.caller().may(Permission.REVISE) && session.caller().may(Permission.RETRIEVE);
  }

  /** Each is read, so only the first ones are told with what they say. */
  private static String told(ToolSession session, List<String> ids) {
    Stream<String> first = ids.stream().limit(MAX_READ).map(id -> told(session, id));
    return Stream.concat(first, ids.stream().skip(MAX_READ)).collect(Collectors.joining(", "));
  }

  /** What it says and its id, if the caller may read it. */
  private static String told(ToolSession session, String id) {
    return read(session, id)
        .map(MemoryRecord::payload)
        .filter(SemanticPayload.class::isInstance)
        .map(SemanticPayload.class::cast)
        .map(fact -> cut(fact.object(), MAX_OBJECT_LENGTH) + " in " + id)
        .orElse(id);
  }

  private static Optional<MemoryRecord> read(ToolSession session, String id) {
    if (!session.caller().may(Permission.RETRIEVE)) {
      return Optional.empty();
    }
    try {
      return session.memory().retrieval().byId(id, session.trust()).full();
    } catch (NotFoundException meanwhile) {
      return Optional.empty();
    }
  }

  /** As JSON, so that nothing that was said begins a line. */
  private static String cut(JsonValue said, int mostCharacters) {
    return Limits.beginning(new RecordCodec().write(said), mostCharacters);
  }
}
