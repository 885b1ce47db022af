package dev.membrane.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a task in progress, so that it can be resumed elsewhere.
 *
 * @param threadId the thread or session
 * @param state how far the task has come
 * @param activeConstraints what its execution has to respect
 * @param nextActions what is planned next
 * @param openQuestions what is still unresolved
 * @param contextSummary the state in words
 * @param revision what revisions have done to it
 */
public record WorkingPayload(
    String threadId,
    TaskState state,
    List<Constraint> activeConstraints,
    List<String> nextActions,
    List<String> openQuestions,
    @Nullable String contextSummary,
    @Nullable RevisionState revision)
    implements RevisablePayload {

  public WorkingPayload {
    threadId = Components.present("thread_id", threadId);
    state = Components.present("state", state);
    activeConstraints = Components.optionalList("active_constraints", activeConstraints);
    nextActions = Components.optionalList("next_actions", nextActions);
    openQuestions = Components.optionalList("open_questions", openQuestions);
    contextSummary = Components.optional(contextSummary);
  }

  /** This state under another name of its thread. */
  public WorkingPayload withThreadId(String newThreadId) {
    return new WorkingPayload(
        newThreadId,
        state,
        activeConstraints,
        nextActions,
        openQuestions,
        contextSummary,
        revision);
  }

  @Override
  public WorkingPayload withRevision(RevisionState newRevision) {
    return new WorkingPayload(
        threadId,
        state,
        activeConstraints,
        nextActions,
        openQuestions,
        contextSummary,
        newRevision);
  }

  @Override
  public MemoryType kind() {
    return MemoryType.WORKING;
  }
}
