package dev.membrane.mcp;

import dev.membrane.Revision;

/** Deletes a record, or all records of a task. */
final class ForgetTool implements Tool {

  private static final int TOKENS = 1_000;

  @Override
  public String name() {
    return "forget";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    String reason = arguments.requiredText("reason");
    boolean isTask = Tasks.isMeant(arguments);
    String id = arguments.requiredText(isTask ? Tasks.ID : "id");
    if (arguments.flag("dry_run", true)) {
      String text =
          isTask
              ? Tasks.text(call, id, TOKENS)
              : RecordText.of(call.memory().retrieval().byId(id, call.trust()));
      return "Nothing is deleted yet. To delete this for good, call forget with dry_run false:\n"
          + TextLimit.cut(text, TOKENS);
    }
    Revision revision = call.memory().revision().under(call.trust());
    if (isTask) {
      revision.deleteEpisode(id, call.scope().orElse(null), reason);
    } else {
      revision.delete(id, reason);
    }
    return "deleted " + id;
  }
}
