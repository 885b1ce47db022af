package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationContext;
import dev.membrane.EpisodePage.Episode;
import dev.membrane.EventRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.Permission;
import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tasks that a model tells of by itself, so that they are learned from. */
final class TaskTools {

  /** What was asked for; procedures are learned with its words. */
  static final String TASK = "user_input";

  private final RandomKeys keys = new RandomKeys();
  private final Function<InvocationContext, MemoryAccess> access;

  TaskTools(Function<InvocationContext, MemoryAccess> access) {
    this.access = access;
  }

  @Tool(
      name = "begin_task",
      value =
          "When you begin a task of several steps, call this, then log_step after each step and"
              + " finish_task at its end: how_to learns from it. Answers a task_id.")
  @Needs(Permission.INGEST)
  public String beginTask(
      @P(name = "task", description = "The task in words, as it was asked for.") String task,
      @P(name = "tags", description = "Labels to find it by.", required = false)
          @Nullable List<String> tags,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    String id = keys.next();
    EventRequest request =
        EventRequest.builder()
            .source(MembraneTools.SOURCE)
            .eventKind(TASK)
            .ref(id)
            .summary(ToolArguments.required("task", task))
            .options(mine.options().episode(id).tags(ToolArguments.texts("tags", tags)))
            .build();
    mine.memory().ingestion().event(request);
    return "task_id: " + id;
  }

  @Tool(
      name = "log_step",
      value =
          "After each tool call of a task that was begun with begin_task, tell what was called and"
              + " what came of it.")
  @Needs({Permission.INGEST, Permission.RETRIEVE})
  public String logStep(
      @P(name = "task_id", description = "As begin_task answered.") String taskId,
      @P(name = "tool", description = "The tool, such as git_commit.") String tool,
      @P(name = "args", description = "Its arguments.", required = false)
          @Nullable Map<String, Object> args,
      @P(
              name = "result",
              description = "What it answered, shortened to what matters; any JSON.",
              required = false)
          @Nullable String result,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    String id = ToolArguments.required(TaskEpisodes.ID, taskId);
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder()
            .source(MembraneTools.SOURCE)
            .toolName(ToolArguments.required("tool", tool))
            .options(mine.options().episode(id));
    if (args != null) {
      request.args(ToolArguments.object("args", args));
    }
    if (result != null) {
      request.result(ToolArguments.value(result));
    }
    Episode episode = TaskEpisodes.open(mine, id);
    mine.memory().ingestion().toolOutput(request.build());
    return "logged in task " + episode.key();
  }

  @Tool(
      name = "finish_task",
      value =
          "When a task that was begun with begin_task has ended, tell how. Only then is it learned"
              + " from.")
  @Needs({Permission.INGEST, Permission.RETRIEVE})
  public String finishTask(
      @P(name = "task_id", description = "As begin_task answered.") String taskId,
      @P(name = "outcome", description = "success, failure or partial.") String outcome,
      @P(
              name = "used_record_ids",
              description =
                  "Ids of recalled records that you used; success makes them stronger, failure"
                      + " weaker.",
              required = false)
          @Nullable List<String> usedRecordIds,
      InvocationContext invocation) {
    OutcomeStatus status = OutcomeStatus.of("outcome", ToolArguments.required("outcome", outcome));
    MemoryAccess mine = access.apply(invocation);
    OutcomeRequest.Builder request =
        OutcomeRequest.builder()
            .source(MembraneTools.SOURCE)
            .status(status)
            .usedRecordIds(ToolArguments.texts("used_record_ids", usedRecordIds));
    Episode episode = TaskEpisodes.open(mine, ToolArguments.required(TaskEpisodes.ID, taskId));
    mine.memory().ingestion().outcome(request.targetRecordId(episode.recordIds().get(0)).build());
    return "finished: " + status.wireName();
  }
}
