package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationContext;
import dev.membrane.IngestAnswer;
import dev.membrane.ObservationRequest;
import dev.membrane.Permission;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a model learns by itself. */
final class FactTools {

  private final Function<InvocationContext, MemoryAccess> access;

  FactTools(Function<InvocationContext, MemoryAccess> access) {
    this.access = access;
  }

  @Tool(
      name = "remember",
      value =
          "When you learn a lasting fact (a preference, a decision, how something is set up), store"
              + " it. One fact a call; no passwords or keys. Answers whether it is new, was known,"
              + " or stands beside another fact that says otherwise.")
  @Needs(Permission.INGEST)
  public String remember(
      @P(name = "subject", description = "What it is about, such as user or billing-service.")
          String subject,
      @P(name = "predicate", description = "Which property, in snake case, such as prefers_editor.")
          String predicate,
      @P(name = "object", description = "Its value: a text or any other JSON.") String object,
      @P(name = "tags", description = "Labels to find it by.", required = false)
          @Nullable List<String> tags,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    ObservationRequest request =
        ObservationRequest.builder()
            .source(MembraneTools.SOURCE)
            .subject(ToolArguments.required("subject", subject))
            .predicate(ToolArguments.required("predicate", predicate))
            .object(ToolArguments.requiredValue("object", object))
            .options(mine.options().tags(ToolArguments.texts("tags", tags)))
            .build();
    return text(mine.memory().ingestion().observe(request));
  }

  private static String text(IngestAnswer answer) {
    String done = done(answer) + ": " + answer.id();
    return answer.conflicts().isEmpty()
        ? done
        : done
            + "\nOther active facts of this subject and predicate: "
            + String.join(", ", answer.conflicts())
            + ". If one of them no longer holds, call revise.";
  }

  private static String done(IngestAnswer answer) {
    return switch (answer.result()) {
      case REINFORCED -> "already known, reinforced";
      case REPEATED -> "stored before by the same request";
      default -> "created";
    };
  }
}
