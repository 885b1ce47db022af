package dev.membrane.tools;

import dev.membrane.IngestAnswer;
import dev.membrane.ObservationRequest;

/** Stores a fact. */
final class RememberTool implements ToolUse {

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
            + String.join(", ", answer.conflicts())
            + ". If one of them no longer holds, call revise to retract it.";
  }

  private static String done(IngestAnswer answer) {
    return switch (answer.result()) {
      case REINFORCED -> "already known, reinforced";
      case REPEATED -> "stored before by the same request";
      default -> "created";
    };
  }
}
