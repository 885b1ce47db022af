package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationContext;
import dev.membrane.Permission;
import dev.membrane.Revision;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is known turns out otherwise, or is to be forgotten. */
final class RevisionTools {

  private static final int TOKENS = 1_000;

  private final Function<InvocationContext, MemoryAccess> access;
  private final InstantSource clock;

  /**
   * Tools that give a reason for each new fact.
   *
   * @param clock tells when it was given
   */
  RevisionTools(Function<InvocationContext, MemoryAccess> access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
  }

  @Tool(
      name = "revise",
      value =
          "When a remembered record turns out to be wrong or outdated, correct it instead of"
              + " storing the opposite: supersede puts another object in the place of a fact's,"
              + " contest marks a record as doubtful, retract withdraws it.")
  @Needs({Permission.RETRIEVE, Permission.REVISE})
  public String revise(
      @P(name = "id", description = "The record's id.") String id,
      @P(name = "action", description = "supersede, contest or retract.") String action,
      @P(name = "reason", description = "Why; kept in its audit log.") String reason,
      @P(name = "object", description = "With supersede: what holds now.", required = false)
          @Nullable String object,
      @P(
              name = "evidence",
              description = "What speaks for the change: the id of a record, or evidence in words.",
              required = false)
          @Nullable String evidence,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    String record = ToolArguments.required("id", id);
    String why = ToolArguments.required("reason", reason);
    Revision revision = mine.memory().revision().under(mine.trust());
    return switch (ToolArguments.required("action", action)) {
      case "retract" -> {
        revision.retract(record, why);
        yield "retracted";
      }
      case "contest" -> {
        revision.contest(record, evidence == null ? "" : evidence, why);
        yield "contested";
      }
      case "supersede" -> {
        JsonValue now = ToolArguments.requiredValue("object", object);
        RecordDraft draft = successor(mine, record, now, evidence == null ? why : evidence);
        yield "superseded by " + revision.supersede(record, draft, why).id();
      }
      default ->
          throw ToolArguments.wrong("action", "action must be one of: supersede, contest, retract");
    };
  }

  private RecordDraft successor(MemoryAccess mine, String id, JsonValue object, String evidence) {
    SemanticPayload fact =
        mine.memory()
            .retrieval()
            .byId(id, mine.trust())
            .full()
            .map(MemoryRecord::payload)
            .filter(SemanticPayload.class::isInstance)
            .map(SemanticPayload.class::cast)
            .orElseThrow(
                () ->
                    ToolArguments.wrong("id", "only a fact can be superseded, by another object"));
    SemanticPayload successor =
        new SemanticPayload(
            fact.subject(),
            fact.predicate(),
            object,
            fact.validity(),
            List.of(new ProvenanceRef(EvidenceType.OBSERVATION, evidence, clock.instant())),
            fact.revisionPolicy(),
            null);
    return RecordDraft.builder().payload(successor).build();
  }

  @Tool(
      name = "forget",
      value =
          "When somebody asks that something be forgotten, delete its record for good. First call"
              + " it as it is: it shows what would be deleted.")
  @Needs({Permission.RETRIEVE, Permission.REVISE})
  public String forget(
      @P(name = "id", description = "The record's id.", required = false) @Nullable String id,
      @P(
              name = "task_id",
              description =
                  "Instead of id: that of a task, or the key of another episode, to delete all of"
                      + " it.",
              required = false)
          @Nullable String taskId,
      @P(name = "reason", description = "Why; kept in its audit log.") String reason,
      @P(
              name = "dry_run",
              description = "true unless said otherwise: deletes nothing.",
              required = false)
          @Nullable Boolean dryRun,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    String why = ToolArguments.required("reason", reason);
    boolean isTask = TaskEpisodes.isMeant(id, taskId);
    String target = Objects.requireNonNull(isTask ? taskId : id);
    if (!Boolean.FALSE.equals(dryRun)) {
      String text =
          isTask
              ? TaskEpisodes.text(mine, target, TOKENS)
              : RecordWording.of(mine.memory().retrieval().byId(target, mine.trust()));
      return "Nothing is deleted yet. To delete this for good, call forget with dry_run false:\n"
          + TextLimits.cutToTokens(text, TOKENS);
    }
    Revision revision = mine.memory().revision().under(mine.trust());
    if (isTask) {
      List<String> deleted = revision.deleteEpisode(target, mine.scope(), why);
      return "deleted " + target + ", records: " + deleted.size();
    }
    revision.delete(target, why);
    return "deleted " + target;
  }
}
