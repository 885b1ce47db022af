package dev.membrane.tools;

import dev.membrane.EpisodePage.EpisodeSummary;
import dev.membrane.OutcomeRequest;
import dev.membrane.schema.OutcomeStatus;
import java.util.Map;

/** Records the outcome of a task. */
final class FinishTaskTool implements ToolUse {

  @Override
  public String name() {
    return "finish_task";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("episode", Tasks.ID);
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    OutcomeStatus status = OutcomeStatus.of("outcome", arguments.requiredText("outcome"));
    OutcomeRequest.Builder request =
        OutcomeRequest.builder()
            .source(session.source())
            .status(status)
            .usedRecordIds(arguments.texts("used_record_ids"));
    session.idempotencyKey().ifPresent(request::idempotencyKey);
    String task = arguments.requiredText(Tasks.ID);
    if (Tasks.hasEnded(session, task, status)) {
      return "finished before: " + status.wireName();
    }
    EpisodeSummary episode = Tasks.open(session, task);
    String record = episode.recordIds().get(0);
    session.memory().ingestion().outcome(request.targetRecordId(record).build());
    return "finished: " + status.wireName();
  }
}
