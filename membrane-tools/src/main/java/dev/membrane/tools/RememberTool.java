package dev.membrane.tools;

import dev.membrane.IngestAnswer;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import dev.membrane.schema.Payload;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.json.RecordCodec;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stores a fact. */
final class RememberTool implements ToolUse {

  private static final int LONGEST_OBJECT = 100;
  private static final int MOST_READ = 5;

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
    String done = done(answer) + ": " + answer.id();
    return answer.conflicts().isEmpty()
        ? done
        : done
            + "\nOther active facts of this subject and predicate: "
            + told(session, answer.conflicts())
            + ". If one of them no longer holds, "
            + (mayRevise(session) ? "call revise to retract it." : "tell the user.");
  }

  private static boolean mayRevise(ToolSession session) {
    return session.caller().may(Permission.REVISE) && session.caller().may(Permission.RETRIEVE);
  }

  /** Each is read, so only the first ones are told with what they say. */
  private static String told(ToolSession session, List<String> ids) {
    Stream<String> first = ids.stream().limit(MOST_READ).map(id -> told(session, id));
    return Stream.concat(first, ids.stream().skip(MOST_READ)).collect(Collectors.joining(", "));
  }

  /** What it says and its id, if the caller may read it. */
  private static String told(ToolSession session, String id) {
    if (!session.caller().may(Permission.RETRIEVE)) {
      return id;
    }
    try {
      return session
          .memory()
          .retrieval()
          .byId(id, session.trust())
          .full()
          .map(record -> said(record.payload()) + id)
          .orElse(id);
    } catch (NotFoundException meanwhile) {
      return id;
    }
  }

  private static String said(Payload payload) {
    if (!(payload instanceof SemanticPayload fact)) {
      return "";
    }
    String object = new RecordCodec().write(fact.object());
    return TextLimit.cut(object, LONGEST_OBJECT) + " in ";
  }

  private static String done(IngestAnswer answer) {
    return switch (answer.result()) {
      case REINFORCED -> "already known, reinforced";
      case REPEATED -> "stored before by the same request";
      default -> "created";
    };
  }
}
