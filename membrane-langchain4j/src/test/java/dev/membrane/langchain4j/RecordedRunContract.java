package dev.membrane.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.ToolEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The runs of agents are recorded, and what they teach is offered again. */
abstract class RecordedRunContract extends AgentScenes {

  @Test
  void a_run_becomes_an_episode_with_its_calls_and_its_outcome() {
    Script model =
        new Script()
            .calls("recall", "{\"query\":\"shop\"}")
            .calls(
                Messages.call("1", "build", "{\"target\":\"shop\",\"level\":1.50}"),
                Messages.call("2", "test", "{}"))
            .says("it is released");
    InvocationParameters parameters = as(APP);
    recorded(model, RunRecorder.of(this::access)).chat("release the shop", parameters);
    AgentRun run = AgentRun.of(parameters).orElseThrow();
    RetrieveEpisodeAnswer episode = memory.retrieval().episode(RetrieveEpisodeRequest.of(run.id()));
    assertThat(episode.outcome()).isEqualTo(OutcomeStatus.SUCCESS);
    assertThat(episode.events())
        .extracting(
            event ->
                event.tool() == null
                    ? event.event().eventKind() + " " + event.event().summary()
                    : event.tool().tool() + " " + event.tool().args() + " " + event.tool().result())
        .satisfies(
            lines -> {
              assertThat(lines).hasSize(4);
              assertThat(lines.get(0)).isEqualTo("user_message release the shop");
              assertThat(lines.get(1)).startsWith("build").contains("1.50", "built");
              assertThat(lines.get(2)).startsWith("test").contains("all green");
              assertThat(lines.get(3)).isEqualTo("assistant_message it is released");
            });
    assertThat(episode.events().get(1).tool().effect()).isNull();
    assertThat(episode.events().get(2).tool().effect()).isEqualTo(ToolEffect.READ);
  }

  @Test
  void a_run_that_is_streamed_becomes_an_episode_too() throws Exception {
    Script model = new Script().calls("test", "{}").says("all is well");
    StreamingAgent agent =
        AiServices.builder(StreamingAgent.class)
            .streamingChatModel(model.streaming())
            .tools(new Work())
            .registerListeners(RunRecorder.of(this::access).listeners())
            .build();
    InvocationParameters parameters = as(APP);
    CompletableFuture<Object> end = new CompletableFuture<>();
    agent
        .chat("test it", parameters)
        .onPartialResponse(part -> {})
        .onCompleteResponse(end::complete)
        .onError(end::completeExceptionally)
        .start();
    assertThat(end.get()).isNotNull();
    AgentRun run = AgentRun.of(parameters).orElseThrow();
    RetrieveEpisodeAnswer episode = memory.retrieval().episode(RetrieveEpisodeRequest.of(run.id()));
    assertThat(episode.events()).hasSize(3);
    assertThat(episode.events().get(2).event().summary()).isEqualTo("all is well");
    assertThat(episode.outcome()).isEqualTo(OutcomeStatus.SUCCESS);
  }

  @Test
  void a_run_that_fails_or_ends_with_a_failed_call_is_a_failure_and_one_without_calls_is_open() {
    Script model =
        new Script()
            .calls("build", "{\"target\":\"broken\"}")
            .says("I could not")
            .fails(new IllegalStateException("no model"))
            .says("hello");
    Agent agent = recorded(model, RunRecorder.of(this::access));
    assertThat(outcome(agent, "one")).contains(OutcomeStatus.FAILURE);
    InvocationParameters parameters = as(APP);
    assertThatThrownBy(() -> agent.chat("two", parameters)).hasMessageContaining("no model");
    RetrieveEpisodeAnswer failed =
        memory
            .retrieval()
            .episode(RetrieveEpisodeRequest.of(AgentRun.of(parameters).orElseThrow().id()));
    assertThat(failed.outcome()).isEqualTo(OutcomeStatus.FAILURE);
    assertThat(failed.events().get(1).event().summary()).contains("no model");
    assertThat(outcome(agent, "three")).isEmpty();
  }

  @Test
  void what_a_failure_repeats_is_not_taken_for_the_user_s_words() {
    Script model = new Script().calls("test", "{}").fails(new IllegalStateException("tea is best"));
    RunRecorder recorder =
        RunRecorder.of(this::access)
            .judgedBy(run -> Optional.of(RunOutcome.of(OutcomeStatus.SUCCESS)));
    Agent agent = recorded(model, recorder);
    assertThatThrownBy(() -> agent.chat("test it", as(APP))).hasMessageContaining("tea");
    consolidate();
    assertThat(memory.retrieval().retrieve("tea").records())
        .filteredOn(
            record ->
                record.payload() instanceof SemanticPayload fact
                    && fact.object().toString().contains("tea"))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.tags()).contains("hearsay"));
  }

  @Test
  void what_no_memory_can_hold_costs_no_step_of_a_run() {
    Script model = new Script().calls("build", "{\"target\":\"a\\u0000b\"}").says("done \0");
    InvocationParameters parameters = as(APP);
    recorded(model, RunRecorder.of(this::access)).chat("build \0", parameters);
    RetrieveEpisodeRequest wanted =
        RetrieveEpisodeRequest.of(AgentRun.of(parameters).orElseThrow().id());
    RetrieveEpisodeAnswer episode = memory.retrieval().episode(wanted);
    assertThat(episode.events()).hasSize(3);
    assertThat(episode.events().get(0).event().summary()).isEqualTo("build \ufffd");
    assertThat(episode.events().get(1).tool().args())
        .isEqualTo(JsonValue.of(Map.of("target", "a\ufffdb")));
    assertThat(episode.events().get(2).event().summary()).isEqualTo("done \ufffd");
  }

  @Test
  void what_was_found_for_a_question_is_no_part_of_what_was_asked_for() {
    memory.ingestion().observe("app", "shop", "builds with", "make");
    Script model = new Script().says("with make");
    Agent agent =
        AiServices.builder(Agent.class)
            .chatModel(model)
            .contentRetriever(MembraneContentRetriever.builder(this::access).build())
            .registerListeners(RunRecorder.of(this::access).listeners())
            .build();
    InvocationParameters parameters = as(APP);
    agent.chat("how does the shop build?", parameters);
    assertThat(((UserMessage) model.asked.get(0).messages().get(0)).singleText())
        .contains("builds with make");
    assertThat(AgentRun.of(parameters).orElseThrow().task()).isEqualTo("how does the shop build?");
  }

  @Test
  void a_run_outlives_its_chat_memory_until_it_is_deleted() {
    MembraneChatMemoryStore store = MembraneChatMemoryStore.of(memory);
    InvocationParameters parameters = as(APP);
    AiServices.builder(Agent.class)
        .chatModel(new Script().says("noted"))
        .chatMemory(
            MessageWindowChatMemory.builder()
                .id("ann")
                .maxMessages(20)
                .chatMemoryStore(store)
                .build())
        .registerListeners(RunRecorder.of(this::access).listeners())
        .build()
        .chat("My PIN is 4711", parameters);
    store.deleteMessages("ann");
    assertThat(memory.retrieval().text("PIN"))
        .contains("langchain4j user: My PIN is 4711 | langchain4j assistant: noted")
        .hasLineCount(1);
    memory.revision().deleteEpisode(AgentRun.of(parameters).orElseThrow().id(), "asked");
    assertThat(memory.retrieval().retrieve("PIN").records()).isEmpty();
  }

  private Optional<OutcomeStatus> outcome(Agent agent, String text) {
    InvocationParameters parameters = as(APP);
    agent.chat(text, parameters);
    return outcome(AgentRun.of(parameters).orElseThrow());
  }

  private Optional<OutcomeStatus> outcome(AgentRun run) {
    return Optional.ofNullable(
        memory.retrieval().episode(RetrieveEpisodeRequest.of(run.id())).outcome());
  }

  @Test
  void an_application_tells_the_true_outcome_and_what_was_used() {
    String used = memory.ingestion().observe("app", "shop", "builds with", "make").id();
    double before = salience(used);
    Script model = new Script().calls("test", "{}").says("done").calls("test", "{}").says("done");
    RunRecorder waiting = RunRecorder.of(this::access).judgedBy(run -> Optional.empty());
    InvocationParameters parameters = as(APP);
    recorded(model, waiting).chat("test it", parameters);
    AgentRun run = AgentRun.of(parameters).orElseThrow();
    assertThat(outcome(run)).isEmpty();
    run.tell(new RunOutcome(OutcomeStatus.FAILURE, List.of(used)));
    assertThat(outcome(run)).contains(OutcomeStatus.FAILURE);
    assertThat(salience(used)).isLessThan(before);

    RunRecorder judging =
        RunRecorder.of(this::access)
            .judgedBy(
                ended ->
                    Optional.of(
                        RunOutcome.of(
                            ended.result().equals(Optional.of("done"))
                                ? OutcomeStatus.PARTIAL
                                : OutcomeStatus.FAILURE)));
    assertThat(outcome(recorded(model, judging), "again")).contains(OutcomeStatus.PARTIAL);
  }

  private double salience(String id) {
    return memory.retrieval().byId(id).full().orElseThrow().salience();
  }

  @Test
  void what_runs_teach_is_offered_by_how_to_and_strengthened_by_success() {
    RunRecorder recorder = RunRecorder.of(this::access);
    for (int i = 0; i < 3; i++) {
      Script model =
          new Script().calls("build", "{\"target\":\"shop\"}").calls("test", "{}").says("released");
      recorded(model, recorder).chat("release the new version of the shop", as(APP));
    }
    consolidate();
    Script model =
        new Script()
            .calls("how_to", "{\"task\":\"release the new version of the shop\"}")
            .calls("build", "{\"target\":\"shop\"}")
            .says("released");
    InvocationParameters parameters = as(APP);
    recorded(model, recorder).chat("release the new version of the shop", parameters);
    assertThat(model.results().get(0)).contains("build", "test", "From record ");
    AgentRun run = AgentRun.of(parameters).orElseThrow();
    assertThat(run.calls()).extracting(AgentRun.RunCall::tool).containsExactly("build");
    assertThat(run.procedures()).hasSize(1);
    assertThat(model.results().get(0)).contains(run.procedures().get(0));
    assertThat(memory.audit().of(run.procedures().get(0)))
        .anySatisfy(link -> assertThat(link.entry().action().wireName()).isEqualTo("reinforce"));
    assertThat(memory.listing().episodes(null, PageRequest.FIRST).items()).hasSize(4);
  }
}
