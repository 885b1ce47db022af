package dev.membrane.tools;

import dev.membrane.AccessDeniedException;
import dev.membrane.IngestAnswer;
import dev.membrane.Listing.EpisodeSummary;
import dev.membrane.OutcomeRequest;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
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
    List<String> used = arguments.texts("used_record_ids");
    OutcomeRequest.Builder request =
        OutcomeRequest.builder().source(session.source()).status(status).usedRecordIds(used);
    session.idempotencyKey().ifPresent(request::idempotencyKey);
    String task = arguments.requiredText(Tasks.ID);
    if (TaskEpisodes.hasEnded(session, task, status)) {
      return "finished before: " + status.wireName();
    }
    EpisodeSummary episode = TaskEpisodes.open(session, task);
    request.targetRecordId(episode.recordIds().get(0));
    return "finished: " + status.wireName() + tell(session, request, used);
  }

  /** A key that may not count uses still tells how the task ended. */
  private static String tell(
      ToolSession session, OutcomeRequest.Builder request, List<String> used) {
    try {
      return uncounted(session.memory().ingestion().outcome(request.build()));
    } catch (AccessDeniedException denied) {
      if (used.isEmpty()) {
        throw denied;
      }
      session.memory().ingestion().outcome(request.usedRecordIds(List.of()).build());
      return "; used_record_ids were not counted: " + denied.getMessage();
    }
  }

  private static String uncounted(IngestAnswer answer) {
    return answer.skipped().isEmpty()
        ? ""
        : "; not counted: "
            + TextLimit.named(answer.skipped())
            + ". Only the whole id of a record counts that is active and within your reach.";
  }
}
