package dev.membrane.langchain4j;

import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.chat.MessageText;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ToolEffect;
import org.jspecify.annotations.Nullable;

/** Writes one run into the memory, as one episode. Not thread-safe. */
final class RunJournal {

  private final MemoryAccess access;
  private final String source;
  private final String key;
  private int entries;
  private @Nullable String recordId;

  /**
   * A journal without entries.
   *
   * @param key of the episode, which no other run has
   */
  RunJournal(MemoryAccess access, String source, String key) {
    this.access = access;
    this.source = source;
    this.key = key;
  }

  /** Something was said, or went wrong; by whom, the kind says. */
  void said(String kind, String text) {
    EventRequest.Builder request =
        EventRequest.builder().source(source).eventKind(kind).ref(key).options(options());
    if (!text.isBlank()) {
      request.summary(MessageText.searchable(text));
    }
    written(access.memory().ingestion().event(request.build()));
  }

  /** A tool was called. */
  void called(
      String tool, @Nullable JsonObject args, JsonValue result, @Nullable ToolEffect effect) {
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder()
            .source(source)
            .toolName(tool)
            .result(StorableJson.of(result))
            .options(options());
    if (args != null) {
      request.args(StorableJson.of(args));
    }
    if (effect != null) {
      request.effect(effect);
    }
    written(access.memory().ingestion().toolOutput(request.build()));
  }

  /** The run ended so; nothing is written if nothing was before. */
  void ended(RunOutcome outcome) {
    if (recordId != null) {
      OutcomeRequest request =
          OutcomeRequest.builder()
              .source(source)
              .targetRecordId(recordId)
              .status(outcome.status())
              .usedRecordIds(outcome.usedRecordIds())
              .idempotencyKey(nextKey())
              .build();
      written(access.memory().ingestion().outcome(request));
    }
  }

  private IngestOptions options() {
    return access.options().episode(key).idempotencyKey(nextKey());
  }

  private String nextKey() {
    return key + "/" + entries++;
  }

  private void written(IngestAnswer answer) {
    recordId = recordId == null ? answer.id() : recordId;
  }
}
