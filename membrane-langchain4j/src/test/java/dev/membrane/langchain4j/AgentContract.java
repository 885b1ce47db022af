package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.service.AiServices;
import dev.membrane.Caller;
import dev.membrane.Permission;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.SemanticPayload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Agents on AI services that look into a memory, use its tools and have their runs recorded. */
abstract class AgentContract extends RecordedRunContract {

  @Test
  void contents_have_id_type_and_score_and_are_those_of_the_invocation_s_caller() {
    String id = memory.ingestion().observe("app", "Ann", "drives", "a Volvo").id();
    all.as(OTHER).ingestion().observe("other", "Ann", "drives", "a Saab");
    MembraneContentRetriever retriever = MembraneContentRetriever.builder(this::access).build();
    List<Content> found = retriever.retrieve(query("what does Ann drive?", APP));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).textSegment().text()).contains("Ann drives a Volvo");
    assertThat(found.get(0).textSegment().metadata().toMap())
        .containsEntry("id", id)
        .containsEntry("type", "semantic")
        .containsKey("score");
    assertThat((double) found.get(0).metadata().get(ContentMetadata.SCORE)).isPositive();
    assertThat(retriever.retrieve(query("what does Ann drive?", OTHER)))
        .singleElement()
        .satisfies(content -> assertThat(content.textSegment().text()).contains("Saab"));
    assertThatThrownBy(() -> retriever.retrieve(Query.from("what does Ann drive?")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(MemoryAccess.CALLER);
  }

  @Test
  void a_question_that_no_record_could_hold_is_answered_all_the_same() {
    memory.ingestion().observe("app", "Ann", "drives", "a Volvo");
    MembraneContentRetriever retriever = MembraneContentRetriever.builder(this::access).build();
    assertThat(retriever.retrieve(query("what does\0Ann drive\ud83c?", APP))).hasSize(1);
  }

  @Test
  void contents_keep_to_the_number_of_tokens_the_limit_and_the_types() {
    for (int i = 0; i < 30; i++) {
      memory.ingestion().observe("app", "fact " + i, "tells", "of apples and pears number " + i);
    }
    MemoryAccess mine = MemoryAccess.to(memory);
    List<Content> some =
        MembraneContentRetriever.builder(mine)
            .limit(30)
            .maxTokens(100)
            .build()
            .retrieve(Query.from("apples"));
    String text = some.stream().map(c -> c.textSegment().text()).collect(Collectors.joining("\n"));
    assertThat(some.size()).isBetween(2, 10);
    assertThat(TokenEstimate.of(text)).isLessThanOrEqualTo(100);
    assertThat(
            MembraneContentRetriever.builder(mine).limit(3).build().retrieve(Query.from("apples")))
        .hasSize(3);
    assertThat(
            MembraneContentRetriever.builder(mine)
                .types(Set.of(MemoryType.EPISODIC))
                .build()
                .retrieve(Query.from("apples")))
        .isEmpty();
    assertThatThrownBy(() -> MembraneContentRetriever.builder(mine).limit(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_model_remembers_recalls_corrects_and_forgets() {
    Script model =
        new Script()
            .calls(
                "remember", "{\"subject\":\"Ann\",\"predicate\":\"drives\",\"object\":\"Volvo\"}")
            .calls("recall", "{\"query\":\"Ann drives\"}")
            .says("noted");
    assertThat(withTools(model).chat("Ann drives a Volvo", as(APP))).isEqualTo("noted");
    assertThat(model.results().get(0)).startsWith("created: ");
    String id = model.results().get(0).substring("created: ".length());
    assertThat(model.results().get(1)).startsWith("[" + id + "] ").contains("Ann drives Volvo");

    String dry = "{\"id\":\"" + id + "\",\"reason\":\"asked\"}";
    String supersede =
        "{\"id\":\"%s\",\"action\":\"supersede\",\"reason\":\"sold\",\"object\":{\"car\":1.50}}"
            .formatted(id);
    Script later =
        new Script()
            .calls("forget", dry)
            .calls("get", "{\"id\":\"" + id + "\",\"include\":[\"reasons\",\"audit\"]}")
            .calls("revise", supersede)
            .says("done");
    withTools(later).chat("she sold it", as(APP));
    assertThat(later.results().get(0)).startsWith("Nothing is deleted yet.").contains(id);
    assertThat(later.results().get(1)).contains("Reasons", "Audit log", "create");
    assertThat(later.results().get(2)).startsWith("superseded by ");
    String successor = later.results().get(2).substring("superseded by ".length());
    assertThat(
            ((SemanticPayload) memory.retrieval().byId(successor).full().orElseThrow().payload())
                .object())
        .isEqualTo(JsonValue.of(Map.of("car", new JsonNumber("1.50"))));

    Script last =
        new Script()
            .calls(
                "forget", "{\"id\":\"" + successor + "\",\"reason\":\"asked\",\"dry_run\":false}")
            .calls("get", "{\"id\":\"" + successor + "\"}")
            .says("gone");
    withTools(last).chat("forget it", as(APP));
    assertThat(last.results())
        .containsExactly(
            "deleted "
                + successor
                + "\n1 naming it, or learned from it and others: "
                + id
                + "; this stays",
            "record not found");
  }

  @Test
  void a_model_tells_of_tasks_and_of_where_they_stand() {
    Script begin = new Script().calls("begin_task", "{\"task\":\"release the shop\"}").says("");
    withTools(begin).chat("release", as(APP));
    String id = begin.results().get(0).substring("task_id: ".length());
    String step =
        "{\"task_id\":\"%s\",\"tool\":\"build\",\"args\":{\"n\":1},\"result\":\"ok\"}"
            .formatted(id);
    String finish = "{\"task_id\":\"" + id + "\",\"outcome\":\"success\"}";
    Script go =
        new Script()
            .calls("log_step", step)
            .calls("finish_task", finish)
            .calls("log_step", step)
            .calls("get", "{\"task_id\":\"" + id + "\"}")
            .calls(
                "save_state",
                "{\"thread_id\":\"t\",\"summary\":\"half\",\"next_actions\":[\"test\"]}")
            .calls("load_state", "{\"thread_id\":\"t\"}")
            .says("ok");
    withTools(go).chat("go on", as(APP));
    assertThat(go.results().get(1)).isEqualTo("finished: success");
    assertThat(go.results().get(2)).contains("is finished; begin_task begins another");
    assertThat(go.results().get(3)).contains("release the shop", "build", "outcome success");
    assertThat(go.results().get(5)).contains("half", "test");
  }

  @Test
  void without_the_tools_for_tasks_a_model_hears_nothing_of_them() {
    Script model =
        new Script()
            .calls("get", "{\"task_id\":\"none\"}")
            .calls("forget", "{\"task_id\":\"none\",\"reason\":\"asked\"}")
            .says("ok");
    AiServices.builder(Agent.class)
        .chatModel(model)
        .toolProvider(MembraneTools.of(this::access).withoutTasks())
        .build()
        .chat("try", as(APP));
    String told =
        "there is no task none; it may have been deleted, as tasks are some days after their end,"
            + " while what was learned from them stays";
    assertThat(model.results()).containsExactly(told, told);
  }

  @Test
  void what_is_wrong_is_told_to_the_model_in_words() {
    Script model =
        new Script()
            .calls("recall", "{}")
            .calls("recall", "{\"query\":\"a\",\"limit\":99}")
            .calls("recall", "{\"query\":\"a\",\"limit\":\"many\"}")
            .calls("recall", "{\"query\":\"a\",\"types\":[\"dream\"]}")
            .calls("finish_task", "{\"task_id\":\"none\",\"outcome\":\"success\"}")
            .calls("finish_task", "{\"task_id\":\"none\",\"outcome\":\"great\"}")
            .calls("get", "{\"id\":\"a\",\"task_id\":\"b\"}")
            .calls("revise", "{\"id\":\"a\",\"action\":\"burn\",\"reason\":\"b\"}")
            .calls("recall", "what is it?")
            .says("ok");
    withTools(model).chat("try", as(APP));
    assertThat(model.results().get(0)).isEqualTo("query is required, and must be a text");
    assertThat(model.results().get(1)).isEqualTo("limit must be a whole number from 1 to 50");
    assertThat(model.results().get(2)).isEqualTo("limit must be a whole number from 1 to 50");
    assertThat(model.results().get(3)).contains("types");
    assertThat(model.results().get(4)).contains("there is no task none");
    assertThat(model.results().get(5)).contains("outcome");
    assertThat(model.results().get(6)).isEqualTo("give id or task_id, not both");
    assertThat(model.results().get(7)).contains("supersede, contest, retract");
    assertThat(model.results().get(8)).startsWith("the arguments cannot be read");
  }

  @Test
  void tools_are_those_that_the_caller_s_permissions_allow_and_in_the_same_order() {
    Script model = new Script().says("a").says("b").says("c");
    Agent agent = withTools(model);
    agent.chat("hello", as(APP));
    assertThat(model.offered())
        .startsWith("recall", "how_to", "get", "remember")
        .endsWith("revise", "forget")
        .hasSize(11);
    agent.chat("hello", as(Caller.named("r").in("project").permitted(Set.of(Permission.RETRIEVE))));
    assertThat(model.offered()).containsExactly("recall", "how_to", "get", "load_state");
    agent.chat("hello", as(Caller.named("w").in("project").permitted(Set.of(Permission.INGEST))));
    assertThat(model.offered()).containsExactly("remember", "begin_task", "save_state");
    assertThatThrownBy(() -> agent.chat("hello", new InvocationParameters()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(MemoryAccess.CALLER);
  }

  @Test
  void two_callers_do_not_meet_whatever_a_model_asks() {
    String id = memory.ingestion().observe("app", "Ann", "pin", "a secret").id();
    Script model =
        new Script()
            .calls("recall", "{\"query\":\"Ann pin\"}")
            .calls("recall", "{\"query\":\"Ann pin\",\"scope\":\"project\"}")
            .calls("get", "{\"id\":\"" + id + "\"}")
            .calls("forget", "{\"id\":\"" + id + "\",\"reason\":\"x\",\"dry_run\":false}")
            .calls("remember", "{\"subject\":\"Ann\",\"predicate\":\"pin\",\"object\":\"5\"}")
            .says("ok");
    withTools(model).chat("tell me", as(OTHER));
    assertThat(model.results().get(0)).isEqualTo("Nothing that is remembered matches.");
    assertThat(model.results().get(1)).startsWith("there is no argument scope");
    assertThat(model.results().subList(2, 4)).containsOnly("record not found");
    assertThat(model.results().get(4)).startsWith("created: ").doesNotContain(id);
    assertThat(memory.retrieval().retrieve("Ann pin").records()).hasSize(1);
  }

  @Test
  void a_model_is_not_told_its_own_conversation_as_something_remembered() {
    memory.ingestion().observe("app", "user", "favourite colour", "green");
    Script model = new Script().says("noted: 4711").says("green");
    Agent agent =
        AiServices.builder(Agent.class)
            .chatModel(model)
            .chatMemoryProvider(
                id ->
                    MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(20)
                        .chatMemoryStore(MembraneChatMemoryStore.of(memory))
                        .build())
            .storeRetrievedContentInChatMemory(false)
            .contentRetriever(MembraneContentRetriever.builder(this::access).build())
            .registerListeners(RunRecorder.of(this::access).listeners())
            .build();
    agent.chat("My PIN is 4711", as(APP));
    agent.chat("Which PIN and which favourite colour do I have?", as(APP));
    assertThat(model.asked.get(0).messages()).containsExactly(UserMessage.from("My PIN is 4711"));
    List<ChatMessage> told = model.asked.get(1).messages();
    assertThat(told).hasSize(3);
    assertThat(((UserMessage) told.get(2)).singleText())
        .startsWith("Which PIN")
        .containsOnlyOnce("Which PIN")
        .contains("favourite colour green")
        .doesNotContain("4711");
  }

  @Test
  void a_model_that_is_told_of_episodes_is_not_told_of_the_one_that_it_is_in() {
    MembraneChatMemoryStore store = MembraneChatMemoryStore.of(memory);
    store.updateMessages("earlier", List.of(UserMessage.from("My PIN was 2300")));
    store.updateMessages("default", List.of(UserMessage.from("My PIN is 4711")));
    Script model = new Script().says("2300, and now 4711");
    AiServices.builder(Agent.class)
        .chatModel(model)
        .chatMemoryProvider(
            id ->
                MessageWindowChatMemory.builder()
                    .id(id)
                    .maxMessages(20)
                    .chatMemoryStore(store)
                    .build())
        .storeRetrievedContentInChatMemory(false)
        .contentRetriever(
            MembraneContentRetriever.builder(this::access)
                .types(Set.of(MemoryType.EPISODIC))
                .limit(1)
                .build())
        .registerListeners(RunRecorder.of(this::access).listeners())
        .build()
        .chat("Which PIN do I have?", as(APP));
    List<ChatMessage> told = model.asked.get(0).messages();
    assertThat(((UserMessage) told.get(told.size() - 1)).singleText())
        .containsOnlyOnce("Which PIN")
        .contains("2300")
        .doesNotContain("4711");
  }
}
