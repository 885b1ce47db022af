package dev.membrane.mcp;

import dev.membrane.EventRequest;

/** The beginning of an episode. */
final class BeginTaskTool implements Tool {

  /** What was asked for; procedures are learned with its words. */
  private static final String KIND = "user_input";

  private final TaskIds ids = new TaskIds();

  @Override
  public String name() {
    return "begin_task";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    String id = ids.next(call.idempotencyKey());
    call.memory()
        .ingestion()
        .event(
            EventRequest.builder()
                .source(McpCall.SOURCE)
                .eventKind(KIND)
                .ref(id)
                .summary(arguments.requiredText("task"))
                .options(call.options().episode(id).tags(arguments.texts("tags")))
                .build());
    return "task_id: " + id;
  }
}
