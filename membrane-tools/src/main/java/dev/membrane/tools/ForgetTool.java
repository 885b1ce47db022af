package dev.membrane.tools;

import dev.membrane.Revision;
import java.util.List;
import java.util.Map;

/** Deletes a record, or all records of a task. */
final class ForgetTool implements ToolUse {

  private static final int TOKENS = 1_000;

  @Override
  public String name() {
    return "forget";
  }

  @Override
  public Map<String, String> argumentsByField() {
    return Map.of("rationale", "reason", "episode", Tasks.ID);
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    String reason = arguments.requiredText("reason");
    boolean isTask = Tasks.isMeant(arguments);
    String id = arguments.requiredText(isTask ? Tasks.ID : "id");
    if (arguments.flag("dry_run", true)) {
      String text =
          isTask
              ? Tasks.text(session, id, TOKENS)
              : RecordRendering.of(session.memory().retrieval().byId(id, session.trust()));
      return "Nothing is deleted yet. To delete this for good, call forget with dry_run false:\n"
          + TextLimit.cutToTokens(text, TOKENS);
    }
    Revision revision = session.memory().revision().under(session.trust());
    if (isTask) {
      List<String> deleted = revision.deleteEpisode(id, session.scope().orElse(null), reason);
      return "deleted " + id + ", records: " + deleted.size();
    }
    revision.delete(id, reason);
    return "deleted " + id;
  }
}
