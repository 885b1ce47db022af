package dev.membrane.tools;

import dev.membrane.AccessDeniedException;
import dev.membrane.EraseRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.Revision;
import dev.membrane.Revision.EraseReport;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import java.util.List;
import java.util.Map;

/** Deletes a record, or all records of a task. */
final class ForgetTool implements ToolUse {

  private static final int TOKENS = 1_000;
  private static final String WITH_LEARNED = "with_learned";
  private static final String OTHERS = "naming it, or learned from it and others: ";
  private static final String STAYS = "stays";

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
    ForgetTarget target = ForgetTarget.of(session, arguments);
    boolean isWithLearned = arguments.flag(WITH_LEARNED, false);
    if (isWithLearned) {
      session.caller().require(Permission.ADMIN, WITH_LEARNED);
    }
    if (arguments.flag("dry_run", true)) {
      return "Nothing is deleted yet. To delete this for good, call forget with dry_run false:\n"
          + target.deletable(session)
          + learned(session, target.ids(), isWithLearned ? "is deleted, too" : STAYS);
    }
    return isWithLearned ? erase(session, target, reason) : delete(session, target, reason);
  }

  /** A record, or a task with its records. */
  private record ForgetTarget(boolean isTask, String id, List<String> ids) {

    static ForgetTarget of(ToolSession session, ToolArguments arguments) {
      if (Tasks.isMeant(arguments)) {
        String task = arguments.requiredText(Tasks.ID);
        return new ForgetTarget(true, task, Tasks.recordIds(session, task));
      }
      String id = Tasks.requiredId(arguments);
      return new ForgetTarget(false, id, List.of(id));
    }

    String deletable(ToolSession session) {
      return isTask
          ? deletableTask(session, id)
          : TextLimit.cutToTokens(deletableRecord(session, id), TOKENS);
    }
  }

  private static String erase(ToolSession session, ForgetTarget target, String reason) {
    EraseRequest request = EraseRequest.ofRecords(target.ids()).because(reason);
    EraseReport report = session.memory().revision().under(session.trust()).erase(request);
    return "deleted "
        + target.id()
        + ", records: "
        + report.ids().size()
        + ", learned from it: "
        + report.learnedIds().size()
        + named(report.changedIds(), OTHERS, STAYS);
  }

  private static String delete(ToolSession session, ForgetTarget target, String reason) {
    String learned = learned(session, target.ids(), STAYS);
    Revision revision = session.memory().revision().under(session.trust());
    String id = target.id();
    if (target.isTask()) {
      String scope = TaskEpisodes.scope(session, id);
      List<String> deleted =
          Tasks.found(session, id, () -> revision.deleteEpisode(id, scope, reason));
      return "deleted " + id + ", records: " + deleted.size() + learned;
    }
    revision.delete(id, reason);
    return "deleted " + id + learned;
  }

  /** Only an admin may look for it. */
  private static String learned(ToolSession session, List<String> ids, String fate) {
    if (!session.caller().may(Permission.ADMIN)) {
      return "\nWhat was learned from it stays, if anything was.";
    }
    EraseRequest request = EraseRequest.ofRecords(ids).overridingPolicy().asDryRun();
    try {
      EraseReport report = session.memory().revision().under(session.trust()).erase(request);
      return named(report.learnedIds(), "learned from it alone: ", fate)
          + named(report.changedIds(), OTHERS, STAYS);
    } catch (NotFoundException nothing) {
      return "";
    }
  }

  private static String named(List<String> ids, String what, String fate) {
    if (ids.isEmpty()) {
      return "";
    }
    return "\n" + ids.size() + " " + what + TextLimit.named(ids) + "; this " + fate;
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
