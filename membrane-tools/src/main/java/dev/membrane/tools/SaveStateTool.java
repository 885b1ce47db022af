package dev.membrane.tools;

import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.TaskState;
import java.util.Map;

/** Saves the state of a task. */
final class SaveStateTool implements ToolUse {

  private static final String GOES = "; as it is done, it is soon deleted: remember what lasts";

  @Override
  public String name() {
    return "save_state";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("context_summary", "summary");
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    String thread = arguments.requiredText("thread_id");
    TaskState state =
        arguments
            .text("state")
            .map(name -> TaskState.of("state", name))
            .orElse(TaskState.EXECUTING);
    WorkingStateRequest request =
        WorkingStateRequest.builder()
            .source(session.source())
            .threadId(thread)
            .state(state)
            .contextSummary(arguments.requiredText("summary"))
            .nextActions(arguments.texts("next_actions"))
            .openQuestions(arguments.texts("open_questions"))
            .options(session.options())
            .build();
    session.memory().ingestion().workingState(request);
    return "saved for thread " + thread + (state == TaskState.DONE ? GOES : "");
  }
}
