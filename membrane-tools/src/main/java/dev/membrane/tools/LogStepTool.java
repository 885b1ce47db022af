package dev.membrane.tools;

import dev.membrane.ToolOutputRequest;
import dev.membrane.schema.ToolEffect;
import java.util.Map;

/** Records a tool call of a task. */
final class LogStepTool implements ToolUse {

  @Override
  public String name() {
    return "log_step";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of(
        "tool_name",
        "tool",
        "episode",
        Tasks.ID,
        "payload\\.tool_graph\\[\\d+]\\.args",
        "args",
        "payload\\.tool_graph\\[\\d+]\\.result",
        "result");
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    String task = arguments.requiredText(Tasks.ID);
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder()
            .source(session.source())
            .toolName(arguments.requiredText("tool"));
    arguments.object("args").ifPresent(request::args);
    arguments.value("result").ifPresent(request::result);
    arguments.text("effect").map(it -> ToolEffect.of("effect", it)).ifPresent(request::effect);
    request.options(TaskEpisodes.options(session, TaskEpisodes.open(session, task)));
    session.memory().ingestion().toolOutput(request.build());
    return "logged";
  }
}
