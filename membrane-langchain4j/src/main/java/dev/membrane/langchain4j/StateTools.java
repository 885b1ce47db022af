package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.invocation.InvocationContext;
import dev.membrane.Permission;
import dev.membrane.RetrieveRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.TaskState;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where work stands when it is interrupted. */
final class StateTools {

  private final Function<InvocationContext, MemoryAccess> access;

  StateTools(Function<InvocationContext, MemoryAccess> access) {
    this.access = access;
  }

  @Tool(
      name = "save_state",
      value =
          "Before work is interrupted or the context is compacted, save where the task stands,"
              + " under a name with which load_state finds it again.")
  @Needs(Permission.INGEST)
  public String saveState(
      @P(name = "thread_id", description = "The name of the thread of work.") String threadId,
      @P(name = "summary", description = "Where it stands, in words.") String summary,
      @P(
              name = "state",
              description = "planning, executing, blocked, waiting or done; executing if left out.",
              required = false)
          @Nullable String state,
      @P(name = "next_actions", required = false) @Nullable List<String> nextActions,
      @P(name = "open_questions", required = false) @Nullable List<String> openQuestions,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    WorkingStateRequest request =
        WorkingStateRequest.builder()
            .source(MembraneTools.SOURCE)
            .threadId(ToolArguments.required("thread_id", threadId))
            .state(state == null ? TaskState.EXECUTING : TaskState.of("state", state))
            .contextSummary(ToolArguments.required("summary", summary))
            .nextActions(ToolArguments.texts("next_actions", nextActions))
            .openQuestions(ToolArguments.texts("open_questions", openQuestions))
            .options(mine.options())
            .build();
    mine.memory().ingestion().workingState(request);
    return "saved for thread " + threadId;
  }

  @Tool(
      name = "load_state",
      value = "When work on a thread goes on, load where it stood when it was last saved.")
  @Needs(Permission.RETRIEVE)
  public String loadState(
      @P(name = "thread_id", description = "The name of the thread of work.") String threadId,
      InvocationContext invocation) {
    MemoryAccess mine = access.apply(invocation);
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(mine.trust())
            .memoryTypes(Set.of(MemoryType.WORKING))
            .threadId(ToolArguments.required("thread_id", threadId))
            .limit(1)
            .build();
    return mine.memory().retrieval().retrieve(request).records().stream()
        .findFirst()
        .map(RecordWording::of)
        .map(text -> TextLimits.cutToTokens(text, TextLimits.MOST_TOKENS))
        .orElse("No state is saved for this thread.");
  }
}
