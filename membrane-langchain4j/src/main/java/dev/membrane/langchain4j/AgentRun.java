package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.OutcomeStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run of an agent, which a {@link RunRecorder} records: one call of a method of an AI service,
 * from what was asked for to its end. Safe for use by many threads.
 */
public final class AgentRun {

  /** The name of the invocation parameter that has the run, once it has begun. */
  public static final String PARAMETER = "membrane.run";

  /** What was asked for; procedures are learned with its words. */
  private static final String TASK = "user_message";

  /** Of longer results the beginning is kept; what procedures are learned from is the calls. */
  private static final int MAX_RESULT_LENGTH = 16_000;

  private final String id;
  private final String task;
  private final RunJournal journal;
  private final List<RunCall> calls = new ArrayList<>();
  private final ToolEffects effects = new ToolEffects();
  private final List<String> procedures = new ArrayList<>();
  private final Set<ToolExecutionRequest> ofMemory =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private @Nullable Object result;
  private @Nullable Throwable failure;
  private @Nullable RunOutcome told;
  private boolean isOver;

  AgentRun(String id, String task, RunJournal journal) {
    this.id = id;
    this.task = task;
    this.journal = journal;
  }

  /**
   * A call of a tool; those of {@link MembraneTools} do not count as such.
   *
   * @param requestId as the model gave it; may be null
   * @param tool its name
   * @param args null: they are no JSON object
   * @param result what it answered, JSON if it is an object or a list, else a text
   * @param failed whether its result was an error
   */
  public record RunCall(
      @Nullable String requestId,
      String tool,
      @Nullable JsonObject args,
      JsonValue result,
      boolean failed) {}

  /** The run of an invocation that was given these parameters; empty if none is recorded. */
  public static Optional<AgentRun> of(InvocationParameters parameters) {
    return parameters.asMap().get(PARAMETER) instanceof AgentRun run
        ? Optional.of(run)
        : Optional.empty();
  }

  /** The run of exactly this invocation, whoever else was given the same parameters. */
  static Optional<AgentRun> of(InvocationContext invocation) {
    InvocationParameters parameters = invocation.invocationParameters();
    return parameters != null
            && parameters.asMap().get(parameter(invocation)) instanceof AgentRun run
        ? Optional.of(run)
        : Optional.empty();
  }

  private static String parameter(InvocationContext invocation) {
    return PARAMETER + "/" + invocation.invocationId();
  }

  /** Lets the tools of an invocation, and its application, find the run. */
  void attach(InvocationContext invocation) {
    if (invocation.invocationParameters() != null) {
      invocation.invocationParameters().put(parameter(invocation), this);
      invocation.invocationParameters().put(PARAMETER, this);
    }
  }

  /** The application can find it still. */
  static void detach(InvocationContext invocation) {
    if (invocation.invocationParameters() != null) {
      invocation.invocationParameters().asMap().remove(parameter(invocation));
    }
  }

  /** The key of its episode. */
  public String id() {
    return id;
  }

  /** What was asked for, in words. */
  public String task() {
    return task;
  }

  /** The calls of tools so far, in order. */
  public synchronized List<RunCall> calls() {
    return List.copyOf(calls);
  }

  /** The ids of procedures that {@code how_to} answered, in order. */
  public synchronized List<String> procedures() {
    return List.copyOf(procedures);
  }

  /** What the method returned; empty if it returned nothing, or has not yet. */
  public synchronized Optional<Object> result() {
    return Optional.ofNullable(result);
  }

  /** Why it failed; empty if it has not. */
  public synchronized Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** As {@link #tell(RunOutcome)}, of a run that used the procedures it was offered. */
  public void tell(OutcomeStatus status) {
    tell(new RunOutcome(status, procedures()));
  }

  /**
   * Tells how the run truly ended. During the run it takes effect at its end, and nobody else is
   * asked; after it at once, and every call counts.
   */
  public synchronized void tell(RunOutcome outcome) {
    if (isOver) {
      journal.ended(outcome);
    } else {
      told = outcome;
    }
  }

  synchronized void begin() {
    journal.said(TASK, task);
  }

  synchronized void isOfMemory(ToolExecutionRequest request) {
    ofMemory.add(request);
  }

  /** The model is offered these tools. */
  synchronized void isOffered(List<ToolSpecification> tools) {
    effects.declare(tools);
  }

  synchronized void isOffered(String recordId) {
    if (!procedures.contains(recordId)) {
      procedures.add(recordId);
    }
  }

  synchronized void called(ToolExecutionRequest request, String answer) {
    if (ofMemory.remove(request)) {
      return;
    }
    JsonObject args =
        ModelText.jsonOrText(arguments(request)) instanceof JsonObject object ? object : null;
    JsonValue kept =
        answer.length() <= MAX_RESULT_LENGTH
            ? ModelText.value(answer)
            : new JsonString(Limits.beginning(answer, MAX_RESULT_LENGTH) + "…");
    calls.add(new RunCall(request.id(), request.name(), args, kept, false));
    journal.called(request.name(), args, kept, effects.of(request.name()));
  }

  private static String arguments(ToolExecutionRequest request) {
    return request.arguments() == null ? "" : request.arguments();
  }

  /** A result turned out to be an error. */
  synchronized void failed(@Nullable String requestId, String tool) {
    for (int at = calls.size() - 1; at >= 0; at--) {
      RunCall call = calls.get(at);
      if (requestId == null ? call.tool().equals(tool) : requestId.equals(call.requestId())) {
        calls.set(at, new RunCall(requestId, call.tool(), call.args(), call.result(), true));
        return;
      }
    }
  }

  synchronized void complete(
      @Nullable Object returned, String said, Function<AgentRun, Optional<RunOutcome>> judge) {
    result = returned;
    if (!said.isBlank()) {
      journal.said("assistant_message", said);
    }
    end(judge);
  }

  synchronized void fail(Throwable error, Function<AgentRun, Optional<RunOutcome>> judge) {
    failure = error;
    // What went wrong may repeat what a tool or the model said, so it is not taken for the user's.
    journal.said("assistant_failure", String.valueOf(error));
    end(judge);
  }

  private void end(Function<AgentRun, Optional<RunOutcome>> judge) {
    isOver = true;
    Optional.ofNullable(told).or(() -> judge.apply(this)).ifPresent(journal::ended);
  }
}
