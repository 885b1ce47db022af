package dev.membrane.mcp;

import dev.membrane.schema.RecordView;

/** The end of a record. */
final class ForgetTool implements Tool {

  private static final int TOKENS = 1_000;

  @Override
  public String name() {
    return "forget";
  }

  @Override
  public String use(McpCall call, Arguments arguments) {
    String id = arguments.requiredText("id");
    String reason = arguments.requiredText("reason");
    if (arguments.flag("dry_run", true)) {
      RecordView record = call.memory().retrieval().byId(id, call.trust());
      return "Nothing is deleted yet. To delete this for good, call forget with dry_run false:\n"
          + TextLimit.cut(RecordText.of(record), TOKENS);
    }
    call.memory().revision().under(call.trust()).delete(id, reason);
    return "deleted " + id;
  }
}
