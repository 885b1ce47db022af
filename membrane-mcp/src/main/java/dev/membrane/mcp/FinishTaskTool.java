package dev.membrane.mcp;

import dev.membrane.EpisodePage.Episode;
import dev.membrane.OutcomeRequest;
import dev.membrane.schema.OutcomeStatus;

/** Records the outcome of a task. */
final class FinishTaskTool implements Tool {

  @Override
  public String name() {
    return "finish_task";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    OutcomeStatus status = OutcomeStatus.of("outcome", arguments.requiredText("outcome"));
    OutcomeRequest.Builder request =
        OutcomeRequest.builder()
            .source(McpCall.SOURCE)
            .status(status)
            .usedRecordIds(arguments.texts("used_record_ids"));
    call.idempotencyKey().ifPresent(request::idempotencyKey);
    String task = arguments.requiredText(Tasks.ID);
    if (Tasks.hasEnded(call, task, status)) {
      return "finished before: " + status.wireName();
    }
    Episode episode = Tasks.open(call, task);
    String record = episode.recordIds().get(0);
    call.memory().ingestion().outcome(request.targetRecordId(record).build());
    return "finished: " + status.wireName();
  }
}
