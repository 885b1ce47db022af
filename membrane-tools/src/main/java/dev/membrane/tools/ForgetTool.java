package dev.membrane.tools;

import dev.membrane.AccessDeniedException;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Revision;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
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
    return Map.of("episode", Tasks.ID);
  }

  @Override
  public String use(ToolSession session, ToolArguments arguments) {
    String reason = arguments.requiredText("reason");
    boolean isTask = Tasks.isMeant(arguments);
    String id = arguments.requiredText(isTask ? Tasks.ID : "id");
    if (arguments.flag("dry_run", true)) {
      String text =
          isTask
              ? deletableTask(session, id)
              : TextLimit.cutToTokens(deletableRecord(session, id), TOKENS);
      return "Nothing is deleted yet. To delete this for good, call forget with dry_run false:\n"
          + text;
    }
    Revision revision = session.memory().revision().under(session.trust());
    if (isTask) {
      String scope = session.scope().orElse(null);
      List<String> deleted =
          Tasks.found(session, id, () -> revision.deleteEpisode(id, scope, reason));
      return "deleted " + id + ", records: " + deleted.size();
    }
    revision.delete(id, reason);
    return "deleted " + id;
  }

  private static String deletableTask(ToolSession session, String id) {
    Tasks.recordIds(session, id).forEach(it -> deletableRecord(session, it));
    return Tasks.text(session, id, "", TOKENS);
  }

  /** Refuses what deleting it would be refused for. */
  private static String deletableRecord(ToolSession session, String id) {
    RecordView view = session.memory().retrieval().byId(id, session.trust());
    MemoryRecord record = view.full().orElseThrow(AccessDeniedException::byTrust);
    session.caller().requireWritingTo(record.scope());
    if (record.lifecycle().deletionPolicy() == DeletionPolicy.NEVER) {
      throw FailedPreconditionException.neverDeleted(id);
    }
    return RecordRendering.of(record);
  }
}
