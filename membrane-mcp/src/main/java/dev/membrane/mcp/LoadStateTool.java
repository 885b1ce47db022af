package dev.membrane.mcp;

import dev.membrane.RetrieveRequest;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import java.util.Optional;
import java.util.Set;

/** Reads the state of a task as it was last saved. */
final class LoadStateTool implements Tool {

  @Override
  public String name() {
    return "load_state";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    return state(call, arguments.requiredText("thread_id"))
        .map(record -> TextLimit.cut(RecordText.of(record), TextLimit.MOST_TOKENS))
        .orElse("No state is saved for this thread.");
  }

  /** The newest snapshot of a thread. */
  static Optional<MemoryRecord> state(McpCall call, String thread) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(call.trust())
            .memoryTypes(Set.of(MemoryType.WORKING))
            .threadId(thread)
            .limit(1)
            .build();
    return call.memory().retrieval().retrieve(request).records().stream().findFirst();
  }
}
