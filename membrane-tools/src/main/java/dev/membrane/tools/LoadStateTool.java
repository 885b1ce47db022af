package dev.membrane.tools;

/** Reads the state of a task as it was last saved. */
final class LoadStateTool implements ToolUse {

  @Override
  public String name() {
    return "load_state";
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    return session
        .state(arguments.requiredText("thread_id"))
        .map(record -> TextLimit.cutToTokens(RecordRendering.of(record), TextLimit.MAX_TOKENS))
        .orElse("No state is saved for this thread.");
  }
}
