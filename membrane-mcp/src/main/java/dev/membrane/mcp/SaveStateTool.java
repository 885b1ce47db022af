package dev.membrane.mcp;

import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.TaskState;

/** Saves the state of a task. */
final class SaveStateTool implements Tool {

  @Override
  public String name() {
    return "save_state";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    String thread = arguments.requiredText("thread_id");
    WorkingStateRequest request =
        WorkingStateRequest.builder()
            .source(McpCall.SOURCE)
            .threadId(thread)
            .state(
                arguments
                    .text("state")
                    .map(name -> TaskState.of("state", name))
                    .orElse(TaskState.EXECUTING))
            .contextSummary(arguments.requiredText("summary"))
            .nextActions(arguments.texts("next_actions"))
            .openQuestions(arguments.texts("open_questions"))
            .options(call.options())
            .build();
    call.memory().ingestion().workingState(request);
    return "saved for thread " + thread;
  }
}
