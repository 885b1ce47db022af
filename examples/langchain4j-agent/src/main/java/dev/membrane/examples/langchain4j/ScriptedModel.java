package dev.membrane.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands for a language model. It notes what it is told, asks memory how to do a task and follows
 * the answer; where memory knows nothing, it uses the tools in any order.
 */
final class ScriptedModel implements ChatModel {

  private static final Pattern TOLD = Pattern.compile("I am called (\\w+)");
  private static final Pattern REMEMBERED = Pattern.compile("user is_called (\\w+)");
  private static final Pattern STEP = Pattern.compile("(?m)^\\d+\\. Call (\\w+)");

  private final Random whim;
  private List<String> plan = List.of();

  ScriptedModel(Random whim) {
    this.whim = whim;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return ChatResponse.builder().aiMessage(answer(request.messages())).build();
  }

  private AiMessage answer(List<ChatMessage> messages) {
    int asked = lastQuestion(messages);
    String question = ((UserMessage) messages.get(asked)).singleText();
    List<String> results = results(messages.subList(asked + 1, messages.size()));
    Matcher told = TOLD.matcher(question);
    if (told.find()) {
      return results.isEmpty() ? note(told.group(1)) : AiMessage.from("Hello " + told.group(1));
    }
    if (question.startsWith("What am I called?")) {
      Matcher known = REMEMBERED.matcher(question);
      return AiMessage.from(known.find() ? "You are called " + known.group(1) : "I do not know");
    }
    return work(question.lines().findFirst().orElse(""), results);
  }

  private AiMessage work(String task, List<String> results) {
    if (results.isEmpty()) {
      return call("how_to", "{\"task\": \"" + task + "\"}");
    }
    if (results.size() == 1) {
      plan = plan(results.get(0));
    }
    int step = results.size() - 1;
    return step < plan.size()
        ? call(plan.get(step), "{}")
        : AiMessage.from("I tried " + String.join(", ", plan));
  }

  private List<String> plan(String known) {
    List<String> steps = STEP.matcher(known).results().map(found -> found.group(1)).toList();
    if (!steps.isEmpty()) {
      return steps;
    }
    List<String> tools = new ArrayList<>(Shop.TOOLS);
    Collections.shuffle(tools, whim);
    return tools;
  }

  private static AiMessage note(String name) {
    return call(
        "remember",
        "{\"subject\": \"user\", \"predicate\": \"is_called\", \"object\": \"" + name + "\"}");
  }

  private static AiMessage call(String tool, String arguments) {
    return AiMessage.from(
        ToolExecutionRequest.builder().id("1").name(tool).arguments(arguments).build());
  }

  private static int lastQuestion(List<ChatMessage> messages) {
    int at = messages.size() - 1;
    while (!(messages.get(at) instanceof UserMessage)) {
      at--;
    }
    return at;
  }

  private static List<String> results(List<ChatMessage> messages) {
    return messages.stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(result -> ((ToolExecutionResultMessage) result).text())
        .toList();
  }
}
