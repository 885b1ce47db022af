package dev.membrane.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Memory;
import dev.membrane.tools.ToolSession;
import java.util.Optional;

/** An invocation of an AI service, which uses tools. */
record InvocationSession(MemoryAccess access, InvocationContext invocation) implements ToolSession {

  /** By whom things are said to come that an agent tells. */
  static final String SOURCE = "langchain4j";

  @Override
  public Memory memory() {
    return access.memory();
  }

  @Override
  public Caller caller() {
    return access.caller();
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public Optional<String> scope() {
    return Optional.ofNullable(access.scope());
  }

  @Override
  public IngestOptions options() {
    return access.options();
  }

  /** A recorded run that succeeds strengthens what it was told. */
  @Override
  public void offer(String recordId) {
    AgentRun.of(invocation).ifPresent(run -> run.isOffered(recordId));
  }
}
