package dev.membrane.ingest;

import dev.membrane.schema.Constraint;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.TaskState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a task stands.
 *
 * @param source the actor whose task it is
 * @param threadId the thread or session of the task
 * @param state the task's state; null is refused as missing
 * @param nextActions what is planned next
 * @param openQuestions what is unresolved
 * @param contextSummary the context in words; null: not said
 * @param activeConstraints the constraints on the task
 */
public record WorkingStateRequest(
    String source,
    String threadId,
    @Nullable TaskState state,
    List<String> nextActions,
    List<String> openQuestions,
    @Nullable String contextSummary,
    List<Constraint> activeConstraints,
    IngestOptions options) {

  /** Copies the lists; the thread is in NFC from here on. */
  public WorkingStateRequest {
    // Callers without null checks may leave it out: that is for the policy to say.
    threadId = threadId == null ? "" : IdentityText.of(threadId);
    nextActions = List.copyOf(nextActions);
    openQuestions = List.copyOf(openQuestions);
    activeConstraints = List.copyOf(activeConstraints);
  }
}
