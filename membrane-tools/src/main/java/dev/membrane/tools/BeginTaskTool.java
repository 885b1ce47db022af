package dev.membrane.tools;

import dev.membrane.EventRequest;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Begins a task, which is an episode. */
final class BeginTaskTool implements ToolUse {

  /** What was asked for; procedures are learned with its words. */
  private static final String KIND = "user_input";

  /** Nobody can guess the key of a task. */
  private final Random random = new SecureRandom();

  @Override
  public String name() {
    return "begin_task";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("summary", "task");
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    String id = session.idempotencyKey().map(BeginTaskTool::again).orElseGet(this::next);
    session
        .memory()
        .ingestion()
        .event(
            EventRequest.builder()
                .source(session.source())
                .eventKind(KIND)
                .ref(id)
                .summary(arguments.requiredText("task"))
                .options(session.options().episode(id).tags(arguments.texts("tags")))
                .build());
    return "task_id: " + id;
  }

  private String next() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /** A request that comes again is about the same task. */
  private static String again(String idempotencyKey) {
    return UUID.nameUUIDFromBytes(idempotencyKey.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
