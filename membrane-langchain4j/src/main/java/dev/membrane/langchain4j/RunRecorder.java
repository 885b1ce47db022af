package dev.membrane.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.observability.api.event.AiServiceCompletedEvent;
import dev.langchain4j.observability.api.event.AiServiceErrorEvent;
import dev.langchain4j.observability.api.event.AiServiceRequestIssuedEvent;
import dev.langchain4j.observability.api.event.AiServiceStartedEvent;
import dev.langchain4j.observability.api.event.ToolExecutedEvent;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import dev.langchain4j.observability.api.listener.AiServiceListener;
import dev.langchain4j.observability.api.listener.AiServiceRequestIssuedListener;
import dev.langchain4j.observability.api.listener.AiServiceStartedListener;
import dev.langchain4j.observability.api.listener.ToolExecutedEventListener;
import dev.langchain4j.service.Result;
import dev.membrane.schema.OutcomeStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records the runs of an AI service, each as an episode with its outcome, from which procedures are
 * learned: what was asked for, the calls of tools with arguments and results, what was answered or
 * why it failed.
 *
 * <pre>{@code
 * AiServices.builder(Agent.class)
 *     .registerListeners(RunRecorder.of(access).listeners())
 * }</pre>
 *
 * <p>A run is written as it goes. LangChain4j logs what a listener throws and goes on, so an agent
 * works while its memory cannot be reached. An episode holds the texts of the run whatever becomes
 * of the chat memory; {@link dev.membrane.Revision#deleteEpisode(String, String)} deletes it by
 * {@link AgentRun#id}. Safe for use by many threads.
 */
public final class RunRecorder {

  private final Function<InvocationContext, MemoryAccess> access;
  private final Function<AgentRun, Optional<RunOutcome>> judge;
  private final OpenRuns runs = new OpenRuns();

  private RunRecorder(
      Function<InvocationContext, MemoryAccess> access,
      Function<AgentRun, Optional<RunOutcome>> judge) {
    this.access = requireNonNull(access, "access");
    this.judge = requireNonNull(judge, "judge");
  }

  /** A recorder that writes to the same memory in every invocation. */
  public static RunRecorder of(MemoryAccess access) {
    return of(access.always());
  }

  /**
   * A recorder that writes to the memory of the invocation.
   *
   * @param access such as {@code invocation -> MemoryAccess.of(memory, invocation)}
   */
  public static RunRecorder of(Function<InvocationContext, MemoryAccess> access) {
    return new RunRecorder(access, RunRecorder::usually);
  }

  /**
   * The same, but the outcome of a run is what somebody says who knows. Unless told, a run that
   * failed is a failure, one that called tools is a success unless the last call failed, and of one
   * without calls nothing is known. That an agent came to an end says a good deal less than that it
   * reached its goal.
   *
   * @param outcomes empty: not known yet; {@link AgentRun#tell(RunOutcome)} tells later
   */
  public RunRecorder judgedBy(Function<AgentRun, Optional<RunOutcome>> outcomes) {
    return new RunRecorder(access, outcomes);
  }

  private static Optional<RunOutcome> usually(AgentRun run) {
    List<AgentRun.RunCall> calls = run.calls();
    if (run.failure().isEmpty() && calls.isEmpty()) {
      return Optional.empty();
    }
    boolean isFailure = run.failure().isPresent() || calls.get(calls.size() - 1).failed();
    OutcomeStatus status = isFailure ? OutcomeStatus.FAILURE : OutcomeStatus.SUCCESS;
    return Optional.of(new RunOutcome(status, run.procedures()));
  }

  /** What to register with an AI service. */
  public List<AiServiceListener<?>> listeners() {
    AiServiceStartedListener started = this::started;
    ToolExecutedEventListener called = this::called;
    AiServiceRequestIssuedListener asked = this::asked;
    AiServiceCompletedListener completed = this::completed;
    AiServiceErrorListener failed = this::failed;
    return List.of(started, called, asked, completed, failed);
  }

  private void started(AiServiceStartedEvent event) {
    InvocationContext invocation = event.invocationContext();
    UUID id = invocation.invocationId();
    RunJournal journal =
        new RunJournal(access.apply(invocation), InvocationSession.SOURCE, "run/" + id);
    String task = ChatMessageFormat.text(event.userMessage().contents());
    AgentRun run = new AgentRun("run/" + id, task, journal);
    runs.add(id, run);
    run.attach(invocation);
    run.begin();
  }

  private void called(ToolExecutedEvent event) {
    runs.get(event.invocationContext().invocationId())
        .ifPresent(
            run -> run.called(event.request(), ChatMessageFormat.text(event.resultContents())));
  }

  /** The question to the model names its tools, and only it says which results were errors. */
  private void asked(AiServiceRequestIssuedEvent event) {
    Optional<AgentRun> run = runs.get(event.invocationContext().invocationId());
    run.ifPresent(it -> it.isOffered(event.request().toolSpecifications()));
    List<ChatMessage> messages = event.request().messages();
    for (int at = messages.size() - 1; at >= 0 && run.isPresent(); at--) {
      if (!(messages.get(at) instanceof ToolExecutionResultMessage result)) {
        return;
      }
      if (Boolean.TRUE.equals(result.isError())) {
        run.get().failed(result.id(), result.toolName());
      }
    }
  }

  private void completed(AiServiceCompletedEvent event) {
    Object result = event.result().orElse(null);
    ended(event.invocationContext()).ifPresent(run -> run.complete(result, said(result), judge));
  }

  private void failed(AiServiceErrorEvent event) {
    ended(event.invocationContext()).ifPresent(run -> run.fail(event.error(), judge));
  }

  private Optional<AgentRun> ended(InvocationContext invocation) {
    AgentRun.detach(invocation);
    return runs.remove(invocation.invocationId());
  }

  /** What is returned in words; empty if it is something else. */
  private static String said(@Nullable Object result) {
    if (result instanceof Result<?> whole) {
      return said(whole.content());
    }
    if (result instanceof ChatResponse response) {
      AiMessage answer = response.aiMessage();
      return answer.text() == null ? "" : answer.text();
    }
    return result instanceof String text ? text : "";
  }
}
