package dev.membrane.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.client.GrpcSite;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.UserMessage;

/** What the advisor shows the model, of a memory in the own process and of one on a server. */
class LongTermMemoryAdvisorTest {

  private final AgreeingModel model = new AgreeingModel();
  private Membrane engine;
  private GrpcSite site;
  private Membrane client;

  @BeforeEach
  void open() {
    engine = Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
    site = GrpcSite.serving(engine);
    client = site.client().build();
  }

  @AfterEach
  void close() {
    client.close();
    site.close();
    engine.close();
  }

  private void observe(String scope, String predicate, String object, Sensitivity sensitivity) {
    engine
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("test")
                .subject("user")
                .predicate(predicate)
                .object(JsonValue.of(object))
                .options(IngestOptions.NONE.scope(scope).sensitivity(sensitivity))
                .build());
  }

  private void observe(String predicate, String object) {
    observe("project", predicate, object, Sensitivity.LOW);
  }

  private String shownTo(LongTermMemoryAdvisor advisor, String text, Map<String, Object> params) {
    ChatClient.create(model)
        .prompt()
        .system("You help.")
        .user(text)
        .advisors(spec -> spec.advisors(advisor).params(params))
        .call()
        .content();
    return model.shown().getSystemMessage().getText();
  }

  private String shownTo(LongTermMemoryAdvisor advisor, String text) {
    return shownTo(advisor, text, Map.of());
  }

  @Test
  void what_is_known_stands_after_what_the_application_says() {
    observe("prefers_language", "Go");
    for (Membrane memory : List.of(engine, client)) {
      assertThat(shownTo(LongTermMemoryAdvisor.of(memory), "Which language shall we use?"))
          .startsWith("You help.\n\nWhat is remembered from before")
          .contains("fact: user prefers_language Go");
      assertThat(model.shown().getUserMessage().getText())
          .isEqualTo("Which language shall we use?");
    }
  }

  @Test
  void a_text_that_no_record_could_hold_is_answered_all_the_same() {
    observe("prefers_language", "Go");
    for (Membrane memory : List.of(engine, client)) {
      assertThat(shownTo(LongTermMemoryAdvisor.of(memory), "Which\0language\ud83c?"))
          .contains("prefers_language Go");
    }
  }

  @Test
  void the_same_facts_give_the_same_text_whatever_is_asked() {
    observe("prefers_language", "Go");
    observe("likes_tea", "green");
    observe("owns_car", "Volvo");
    LongTermMemoryAdvisor advisor = LongTermMemoryAdvisor.of(client);
    String first = shownTo(advisor, "Which car?");
    assertThat(shownTo(advisor, "Which language?")).isEqualTo(first);
    assertThat(shownTo(advisor, "Which tea?")).isEqualTo(first);
    assertThat(first.indexOf("prefers_language"))
        .isPositive()
        .isLessThan(first.indexOf("likes_tea"));
    assertThat(first.indexOf("likes_tea")).isLessThan(first.indexOf("owns_car"));
    observe("plays", "chess");
    assertThat(shownTo(advisor, "Which car?")).startsWith(first).endsWith("user plays chess");
  }

  @Test
  void the_lines_are_as_few_as_they_have_to_be() {
    for (int i = 0; i < 30; i++) {
      observe("prefers_language_" + i, "x".repeat(100));
    }
    LongTermMemoryAdvisor bounded =
        LongTermMemoryAdvisor.builder(engine).heading("Known:").maxTokens(200).build();
    String shown = shownTo(bounded, "language");
    assertThat(shown.lines().count()).isBetween(4L, 15L);
    assertThat(TokenEstimate.of(shown.substring(shown.indexOf("Known:\n") + 7)))
        .isLessThanOrEqualTo(200);
    LongTermMemoryAdvisor few = LongTermMemoryAdvisor.builder(engine).limit(2).build();
    assertThat(shownTo(few, "language").lines().filter(line -> line.startsWith("["))).hasSize(2);
    assertThatThrownBy(() -> LongTermMemoryAdvisor.builder(engine).limit(10_001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be 1 to 10000");
  }

  @Test
  void the_application_says_who_asks_and_where() {
    observe("a", "likes_tea", "green", Sensitivity.LOW);
    observe("b", "likes_tea", "black", Sensitivity.LOW);
    LongTermMemoryAdvisor advisor = LongTermMemoryAdvisor.of(client);
    Caller ann = Caller.named("ann").in("a");
    assertThat(shownTo(advisor, "tea", Map.of(LongTermMemoryAdvisor.CALLER, ann)))
        .contains("green")
        .doesNotContain("black");
    assertThat(shownTo(advisor, "tea", Map.of(LongTermMemoryAdvisor.SCOPE, "b")))
        .contains("black")
        .doesNotContain("green");
    assertThat(
            shownTo(
                advisor,
                "tea in scope b, membrane_scope=b",
                Map.of(LongTermMemoryAdvisor.CALLER, ann, LongTermMemoryAdvisor.SCOPE, "b")))
        .isEqualTo("You help.");
    LongTermMemoryAdvisor byFunction =
        LongTermMemoryAdvisor.builder(client)
            .caller(context -> Caller.named("user-" + context.get("user")).in("b"))
            .build();
    assertThat(shownTo(byFunction, "tea", Map.of("user", "7")))
        .contains("black")
        .doesNotContain("green");
    assertThatThrownBy(() -> shownTo(advisor, "tea", Map.of(LongTermMemoryAdvisor.SCOPE, 7)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("membrane_scope must be a String, not a java.lang.Integer");
  }

  @Test
  void what_is_more_sensitive_than_the_model_may_see_leaves_no_trace() {
    observe("project", "has_illness", "flu", Sensitivity.MEDIUM);
    assertThat(shownTo(LongTermMemoryAdvisor.of(client), "What about my illness?"))
        .isEqualTo("You help.");
    observe("likes_tea", "green");
    assertThat(shownTo(LongTermMemoryAdvisor.of(client), "Which tea?"))
        .contains("green")
        .doesNotContain("medium");
    LongTermMemoryAdvisor trusted =
        LongTermMemoryAdvisor.builder(client).maxSensitivity(Sensitivity.MEDIUM).build();
    assertThat(shownTo(trusted, "What about my illness?")).contains("flu");
  }

  @Test
  void where_only_what_matches_is_wanted_the_rest_stays_away() {
    observe("likes_tea", "green");
    LongTermMemoryAdvisor strict = LongTermMemoryAdvisor.builder(engine).matchingOnly(true).build();
    assertThat(shownTo(strict, "Which tea?")).contains("green");
    assertThat(shownTo(strict, "Something else")).isEqualTo("You help.");
    assertThat(shownTo(LongTermMemoryAdvisor.of(engine), "Something else")).contains("green");
  }

  @Test
  void it_works_beside_the_chat_memory_and_in_streams() {
    observe("likes_tea", "green");
    ChatMemory chat = SpringAiContract.window(engine.as(Caller.named("app").in("project")), 20);
    ChatClient talking =
        ChatClient.builder(model)
            .defaultAdvisors(
                LongTermMemoryAdvisor.of(engine), MessageChatMemoryAdvisor.builder(chat).build())
            .defaultAdvisors(spec -> spec.param(ChatMemory.CONVERSATION_ID, "c"))
            .build();
    talking.prompt().user("Hello").call().content();
    talking.prompt().user("Which tea?").stream().content().collectList().block();
    assertThat(model.shown().getInstructions())
        .extracting(Message::getMessageType)
        .containsExactly(
            MessageType.SYSTEM, MessageType.USER, MessageType.ASSISTANT, MessageType.USER);
    assertThat(model.shown().getSystemMessage().getText()).contains("likes_tea green");
    assertThat(chat.get("c"))
        .extracting(Message::getText)
        .containsExactly("Hello", "ok", "Which tea?", "ok");
  }

  @Test
  void of_episodes_the_conversation_that_goes_on_is_left_out() {
    for (Membrane memory : List.of(engine, client)) {
      Memory app = memory.as(Caller.named("app").in("project" + memory.hashCode()));
      ChatMemory chat = SpringAiContract.window(app, 20);
      chat.add("earlier", new UserMessage("My PIN was 2300"));
      chat.add("c", new UserMessage("My PIN is 4711"));
      LongTermMemoryAdvisor episodes =
          LongTermMemoryAdvisor.builder(app)
              .memoryTypes(Set.of(MemoryType.EPISODIC))
              .limit(1)
              .build();
      ChatClient.builder(model)
          .defaultAdvisors(episodes, MessageChatMemoryAdvisor.builder(chat).build())
          .build()
          .prompt("Which PIN do I have?")
          .advisors(spec -> spec.param(ChatMemory.CONVERSATION_ID, "c"))
          .call()
          .content();
      assertThat(model.shown().getSystemMessage().getText())
          .contains("2300")
          .doesNotContain("4711", "Which PIN");
    }
  }
}
