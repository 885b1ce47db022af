package dev.membrane.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** A model that answers what a test has written down, and keeps what it was asked. */
final class Script implements ChatModel {

  private final Deque<Function<ChatRequest, AiMessage>> answers = new ArrayDeque<>();
  final List<ChatRequest> asked = new ArrayList<>();

  Script says(String text) {
    answers.add(request -> AiMessage.from(text));
    return this;
  }

  Script calls(String tool, String arguments) {
    return calls(Messages.call("call-" + answers.size(), tool, arguments));
  }

  Script calls(ToolExecutionRequest... requests) {
    answers.add(request -> AiMessage.from(requests));
    return this;
  }

  Script fails(RuntimeException failure) {
    answers.add(
        request -> {
          throw failure;
        });
    return this;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    asked.add(request);
    return ChatResponse.builder().aiMessage(answers.remove().apply(request)).build();
  }

  /** The same, piece by piece, as far as the listeners of a stream are concerned. */
  StreamingChatModel streaming() {
    return new StreamingChatModel() {
      @Override
      public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        handler.onCompleteResponse(Script.this.doChat(request));
      }
    };
  }

  /** The names of the tools that it was offered last. */
  List<String> offered() {
    return last().toolSpecifications().stream().map(ToolSpecification::name).toList();
  }

  /** The results of tools that it was told last, in order. */
  List<String> results() {
    List<String> results = new ArrayList<>();
    for (ChatMessage message : last().messages()) {
      if (message instanceof ToolExecutionResultMessage result) {
        results.add(result.text());
      }
    }
    return results;
  }

  private ChatRequest last() {
    return asked.get(asked.size() - 1);
  }
}
