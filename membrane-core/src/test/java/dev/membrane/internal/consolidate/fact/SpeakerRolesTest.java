package dev.membrane.internal.consolidate.fact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is taken for the user, the assistant or a tool, by the names that hosts give them. */
class SpeakerRolesTest extends HearsayScenes {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assistantMessage",
        "AssistantBot",
        "assistants",
        "ASSISTANT-2",
        "agentReply",
        "AgentReply",
        "agentic",
        "[agent]",
        "toolRunner",
        "ToolResult",
        "my-tool",
        "mcp_tool",
        "searchTools",
        "AIMessage",
        "ai",
        "model",
        "bot_reply",
        "AI model",
        "A\u0406 message",
        "chatbot 2",
        "llm_output",
        "botreplies",
        "ai-assistant",
        "assisTant",
        "agentresponse",
        "functionCall",
        "response.function_call_arguments",
        "call_function",
        "functions",
        "toolbox",
        "toolresults",
        "tool_use_block",
        // In letters that look like those of Latin, or with one that is not seen.
        "a\u0455\u0455istant",
        "t\u043e\u043el_result",
        "\uff54ool",
        "\u0391GENT",
        "my-t\u043eol",
        "\u0430\u0456",
        "ag\u200bent",
        "tool\u200bResult"
      })
  void a_kind_or_source_that_names_the_assistant_or_a_tool_is_known_however_it_is_written(
      String name) {
    ended(event("coding-agent", name, "the vault is blue"));
    ended(event(name, "note", "the door is red"));

    membrane.maintenance().consolidate();

    assertThat(learned("consolidation/semantic"))
        .hasSize(2)
        .allSatisfy(HearsayScenes::assertHearsay);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "userMessage",
        "HumanMessage",
        "coding-agent",
        "Aida",
        "Al",
        "botany",
        "modelling",
        "stool",
        "functional_test",
        "bot_command",
        "model_deployed",
        "Ai Weiwei",
        "Ai Callahan",
        "Model 3 note",
        "llm-questions",
        "calendar-function",
        "Toolan",
        "Agentur",
        "Assistantin Meier",
        "note",
        "42"
      })
  void other_names_are_of_somebody_who_says_it(String name) {
    ended(event("coding-agent", name, "the vault is blue"));
    ended(event(name, "note", "the door is red"));

    membrane.maintenance().consolidate();

    assertThat(learned("consolidation/semantic")).hasSize(2).allSatisfy(HearsayScenes::assertSaid);
  }

  @Test
  void what_the_user_said_was_said_whatever_reported_it() {
    ended(event("my-tool", "userMessage", "the vault is blue"));

    membrane.maintenance().consolidate();

    assertSaid(one("consolidation/semantic"));
  }
}
