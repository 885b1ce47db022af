package dev.membrane.mcp;

import dev.membrane.EventRequest;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Begins a task, which is an episode. */
final class BeginTaskTool implements Tool {

  /** What was asked for; procedures are learned with its words. */
  private static final String KIND = "user_input";

  private final RandomIds ids = new RandomIds();

  @Override
  public String name() {
    return "begin_task";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    String id = call.idempotencyKey().map(BeginTaskTool::again).orElseGet(ids::next);
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

  /** A request that comes again is about the same task. */
  private static String again(String idempotencyKey) {
    return UUID.nameUUIDFromBytes(idempotencyKey.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
