package dev.membrane.examples.springboot;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * Stands for a language model, without a network: it does what a skill in its instructions says,
 * and guesses where there is none.
 */
final class ScriptedChatModel implements ChatModel {

  /** Steps stand in order, also where none is known to need the one before. */
  private static final String NEXT = "(?: -> |; )";

  private static final Pattern SKILL = Pattern.compile("\\w+" + NEXT + "\\w+" + NEXT + "\\w+");
  private static final List<List<String>> GUESSES =
      List.of(List.of("deploy", "test", "build"), List.of("build", "test", "deploy"));

  private final AtomicInteger guesses = new AtomicInteger();

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> messages = prompt.getInstructions();
    Message last = messages.get(messages.size() - 1);
    AssistantMessage answer =
        last instanceof ToolResponseMessage results
            ? new AssistantMessage(summary(results))
            : answer(prompt);
    return new ChatResponse(List.of(new Generation(answer)));
  }

  private AssistantMessage answer(Prompt prompt) {
    String asked = prompt.getUserMessage().getText();
    if (asked == null || !asked.startsWith("release")) {
      return new AssistantMessage("First you said: " + prompt.getUserMessages().get(0).getText());
    }
    List<String> plan = plan(String.valueOf(prompt.getSystemMessage().getText()));
    List<ToolCall> calls =
        IntStream.range(0, plan.size())
            .mapToObj(i -> new ToolCall("call-" + i, "function", plan.get(i), "{}"))
            .toList();
    return AssistantMessage.builder().properties(Map.of()).toolCalls(calls).build();
  }

  private List<String> plan(String instructions) {
    Matcher skill = SKILL.matcher(instructions);
    return skill.find()
        ? List.of(skill.group().split(NEXT, -1))
        : GUESSES.get(guesses.getAndIncrement() % GUESSES.size());
  }

  private static String summary(ToolResponseMessage results) {
    return String.join(
        ", ",
        results.getResponses().stream()
            .map(result -> result.name() + " " + result.responseData())
            .toList());
  }
}
