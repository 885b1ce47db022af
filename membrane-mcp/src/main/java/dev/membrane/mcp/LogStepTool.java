package dev.membrane.mcp;

import dev.membrane.ToolOutputRequest;

/** Records a tool call of a task. */
final class LogStepTool implements Tool {

  @Override
  public String name() {
    return "log_step";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    String task = arguments.requiredText(Tasks.ID);
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder()
            .source(McpCall.SOURCE)
            .toolName(arguments.requiredText("tool"))
            .options(call.options().episode(task));
    arguments.object("args").ifPresent(request::args);
    arguments.value("result").ifPresent(request::result);
    Tasks.open(call, task);
    call.memory().ingestion().toolOutput(request.build());
    return "logged";
  }
}
