package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.rag.query.Metadata;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.membrane.Caller;

/** Agents on AI services, with and without a recorder of their runs. */
abstract class AgentScenes extends AdapterContract {

  static final Caller OTHER = Caller.named("other").in("elsewhere");

  /** An agent, which is told for whom it works. */
  interface Agent {
    String chat(@dev.langchain4j.service.UserMessage String text, InvocationParameters parameters);
  }

  /** An agent that answers as it thinks. */
  interface StreamingAgent {
    TokenStream chat(
        @dev.langchain4j.service.UserMessage String text, InvocationParameters parameters);
  }

  /** What an agent can do besides. */
  static final class Work {

    @Tool("Builds.")
    String build(@P(name = "target", description = "What.") String target) {
      if (target.equals("broken")) {
        throw new IllegalStateException("it does not build");
      }
      return "{\"built\": \"" + target + "\"}";
    }

    @Tool(value = "Tests.", metadata = "{\"readOnlyHint\": true}")
    String test() {
      return "all green";
    }
  }

  final MemoryAccess access(InvocationContext invocation) {
    return MemoryAccess.of(all, invocation);
  }

  static InvocationParameters as(Caller caller) {
    return InvocationParameters.from(MemoryAccess.CALLER, caller);
  }

  Agent withTools(Script model) {
    return AiServices.builder(Agent.class)
        .chatModel(model)
        .toolProvider(MembraneTools.of(this::access))
        .build();
  }

  Agent recorded(Script model, RunRecorder recorder) {
    return AiServices.builder(Agent.class)
        .chatModel(model)
        .tools(new Work())
        .toolProvider(MembraneTools.of(this::access).withoutTasks())
        .registerListeners(recorder.listeners())
        .build();
  }

  static Query query(String text, Caller caller) {
    InvocationContext invocation =
        InvocationContext.builder().invocationParameters(as(caller)).build();
    return Query.from(
        text,
        Metadata.builder()
            .chatMessage(UserMessage.from(text))
            .invocationContext(invocation)
            .build());
  }
}
