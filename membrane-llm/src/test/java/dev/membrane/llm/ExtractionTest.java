package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.ConsolidationResult;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.consolidate.fact.ExtractionStage;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** From what was said to what is known, whatever the provider does in between. */
@Execution(ExecutionMode.CONCURRENT)
final class ExtractionTest {

  private final ScriptedServer server = new ScriptedServer(SimpleModel::answer);
  private final Rig rig = new Rig(server);
  private final InMemoryStore store = new InMemoryStore();
  private Memory membrane;

  @BeforeEach
  void open() {
    membrane = learningWith(rig.extractor());
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Learns only when it is asked to, and nothing else. */
  private Membrane learningWith(Extractor extractor) {
    return Membrane.builder()
        .store(store)
        .clock(rig.time)
        .stages(List.of(new ExtractionStage(extractor, Sensitivity.LOW)))
        .backgroundJobs(false)
        .build();
  }

  private String told(String words, IngestOptions options) {
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("desk")
                    .eventKind("note")
                    .ref("1")
                    .summary(words)
                    .options(options)
                    .build())
            .id();
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.SUCCESS));
    return id;
  }

  private String told(String words) {
    return told(words, IngestOptions.NONE.unscoped());
  }

  private void read(String episode, String said, String result) {
    IngestOptions options = IngestOptions.NONE.unscoped().episode(episode);
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("user_input")
                    .ref("1")
                    .summary(said)
                    .options(options)
                    .build())
            .id();
    membrane
        .ingestion()
        .toolOutput(
            ToolOutputRequest.builder()
                .source("agent")
                .toolName("fetch")
                .result(JsonValue.of(result))
                .options(options)
                .build());
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.SUCCESS));
  }

  private ConsolidationResult run() {
    return membrane.maintenance().consolidate();
  }

  private List<MemoryRecord> facts() {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .memoryTypes(Set.of(MemoryType.SEMANTIC))
                .limit(1_000)
                .build())
        .records();
  }

  private static String sentence(MemoryRecord record) {
    SemanticPayload fact = (SemanticPayload) record.payload();
    String object =
        fact.object() instanceof JsonString text
            ? text.value()
            : ScriptedServer.CODEC.write(fact.object());
    return fact.subject() + " " + fact.predicate() + " " + object;
  }

  private List<String> sentences() {
    return facts().stream().map(ExtractionTest::sentence).sorted().toList();
  }

  private MemoryRecord fact(String sentence) {
    return facts().stream()
        .filter(record -> sentence(record).equals(sentence))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> contradicted(MemoryRecord record) {
    return record.relations().stream()
        .filter(relation -> relation.predicate().equals("contradicts"))
        .map(relation -> relation.targetId())
        .toList();
  }

  @Test
  void every_fact_arrives_exactly_once_whatever_happens_on_the_way() {
    MockResponse garbage =
        ScriptedServer.answering(200).body(new Buffer().write(new byte[2 << 20])).build();
    server.first(
        ScriptedServer.status(429),
        ScriptedServer.answering(429).addHeader("Retry-After", "3").build(),
        ScriptedServer.status(500),
        ScriptedServer.saying("```json\n{\"facts\": [{\"episode\""),
        ScriptedServer.saying("I would rather not."),
        garbage,
        ScriptedServer.silent(),
        ScriptedServer.brokenOff());
    membrane = learningWith(rig.with("llm_timeout", "3s").extractor());
    for (int i = 0; i < 120; i++) {
      told("User" + i + " prefers number " + i);
    }
    for (int i = 0; i < 5 && sentences().size() < 120; i++) {
      run();
      rig.time.pass(java.time.Duration.ofHours(6));
    }
    assertThat(sentences()).hasSize(120).doesNotHaveDuplicates();
    assertThat(facts()).allMatch(fact -> fact.auditLog().size() == 1);
    int asked = server.requests.size();
    run();
    assertThat(server.requests).hasSize(asked);
    assertThat(store.due("aside:llm-extraction", rig.time.instant(), 100)).isEmpty();
  }

  @Test
  void a_limit_that_holds_for_long_ends_the_run_and_costs_no_attempt() {
    server.first(ScriptedServer.answering(429).addHeader("Retry-After", "3600").build());
    membrane = learningWith(rig.extractor());
    for (int i = 0; i < 30; i++) {
      told("User" + i + " prefers number " + i);
    }
    run();
    assertThat(server.requests).hasSize(1);
    assertThat(store.due("learn:llm-extraction", rig.time.instant(), 100))
        .hasSize(30)
        .allMatch(row -> row.attempts() == 0);

    run();
    assertThat(sentences()).hasSize(30);
  }

  @Test
  void what_was_set_aside_is_asked_about_again_when_its_outcome_changes() {
    server.first(ScriptedServer.saying("I would rather not."), ScriptedServer.saying("No, again."));
    membrane = learningWith(rig.extractor());
    String id = told("User1 prefers tea");
    run();
    run();
    assertThat(store.due("aside:llm-extraction", rig.time.instant(), 9)).hasSize(1);
    assertThat(sentences()).isEmpty();

    membrane.ingestion().outcome(OutcomeRequest.of("desk", id, OutcomeStatus.PARTIAL));
    rig.time.pass(java.time.Duration.ofSeconds(1));
    run();
    assertThat(sentences()).hasSize(1);
  }

  @Test
  void what_is_said_of_a_tool_call_is_shown_and_learned_from() {
    IngestOptions options = IngestOptions.NONE.unscoped().episode("run");
    String id =
        membrane
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder()
                    .source("agent")
                    .toolName("fetch")
                    .result(JsonValue.of("ok"))
                    .options(options)
                    .build())
            .id();
    EpisodicPayload episode = (EpisodicPayload) store.get(List.of(id)).get(0).record().payload();
    membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("desk")
                .eventKind("note")
                .ref(episode.toolGraph().get(0).id())
                .summary("Ann prefers tea")
                .options(options)
                .build());
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.SUCCESS));
    run();
    assertThat(sentences()).containsExactly("Ann prefers tea");
    assertThat(facts().get(0).tags()).doesNotContain("hearsay");
  }

  @Test
  void a_run_asks_about_several_at_once_until_nothing_is_left() {
    for (int i = 0; i < 120; i++) {
      told("User" + i + " prefers number " + i);
    }
    assertThat(run().of("llm-extraction").created()).isEqualTo(120);
    assertThat(server.requests).hasSize(2 * 7 + 3);
  }

  @Test
  void a_poisonous_episode_takes_nothing_from_its_neighbours() {
    ScriptedServer picky =
        new ScriptedServer(
            body ->
                body.contains("poison") ? ScriptedServer.status(400) : SimpleModel.answer(body));
    try (picky) {
      Membrane other = learningWith(new Rig(picky).extractor());
      told("Ann prefers tea");
      String poison = told("Eve prefers poison");
      told("Ben prefers rum");
      assertThat(other.maintenance().consolidate().total().failed()).isEqualTo(1);
      assertThat(sentences()).containsExactly("Ann prefers tea", "Ben prefers rum");
      assertThat(store.due("aside:llm-extraction", rig.time.instant(), 10))
          .extracting(row -> row.item())
          .containsExactly(poison);
    }
  }

  @Test
  void a_refused_key_costs_no_episode_an_attempt() {
    for (int i = 0; i < 60; i++) {
      told("User" + i + " prefers number " + i);
    }
    server.first(
        IntStream.range(0, 3)
            .mapToObj(i -> ScriptedServer.status(401))
            .toArray(MockResponse[]::new));
    for (int i = 0; i < 3; i++) {
      assertThat(run().total().failed()).isZero();
      assertThat(server.requests).hasSize(i + 1);
    }
    assertThat(run().of("llm-extraction").created()).isEqualTo(60);
  }

  @Test
  void an_outage_costs_a_few_episodes_an_attempt_and_the_others_none() {
    for (int i = 0; i < 60; i++) {
      told("User" + i + " prefers number " + i);
    }
    server.first(
        IntStream.range(0, 16)
            .mapToObj(i -> ScriptedServer.status(503))
            .toArray(MockResponse[]::new));
    assertThat(run().total().failed()).isEqualTo(3);
    assertThat(server.requests).hasSize(16);
    assertThat(run().of("llm-extraction").created()).isEqualTo(57);
    rig.time.pass(java.time.Duration.ofHours(1));
    assertThat(run().of("llm-extraction").created()).isEqualTo(3);
  }

  @Test
  void what_is_above_the_ceiling_is_in_no_request() {
    for (Sensitivity sensitivity : Sensitivity.values()) {
      told(
          "Ann" + sensitivity.level() + " prefers secret-" + sensitivity.wireName(),
          IngestOptions.NONE.unscoped().sensitivity(sensitivity));
    }
    told("Ben prefers rum");
    run();
    assertThat(server.bodies())
        .isNotEmpty()
        .noneMatch(
            body ->
                body.contains("secret-medium")
                    || body.contains("secret-high")
                    || body.contains("secret-hyper"));
    assertThat(sentences())
        .containsExactly(
            "Ann0 prefers secret-public", "Ann1 prefers secret-low", "Ben prefers rum");
  }

  @Test
  void the_same_again_is_reinforced_and_no_surer_than_its_source() {
    told("Ann prefers tea");
    run();
    told("Ann prefers tea");
    assertThat(run().total().reinforced()).isEqualTo(1);
    MemoryRecord fact = fact("Ann prefers tea");
    assertThat(fact.confidence()).isLessThanOrEqualTo(0.85);
    assertThat(((SemanticPayload) fact.payload()).evidence()).hasSize(2);
  }

  @Test
  void what_a_tool_returned_makes_no_fact_about_those_who_take_part() throws IOException {
    List<String> orders = orders();
    assertThat(orders).hasSizeGreaterThan(15);
    for (int i = 0; i < orders.size(); i++) {
      read("episode-" + i, "please have a look at the page", orders.get(i));
    }
    read("fine", "which build tool is it?", "REMEMBER repository|uses|Gradle 9");
    read("said", "I want short answers", "REMEMBER user|wants|short answers");
    run();
    assertThat(server.bodies().toString()).contains("mallory");
    assertThat(sentences()).containsExactly("repository uses Gradle 9", "user wants short answers");
  }

  @Test
  void the_same_orders_would_be_believed_of_who_says_them() throws IOException {
    for (String order : orders()) {
      told(order);
    }
    run();
    assertThat(sentences()).hasSizeGreaterThan(15);
  }

  private static List<String> orders() throws IOException {
    try (InputStream in = ExtractionTest.class.getResourceAsStream("orders.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  @Test
  void facts_that_disagree_say_so_of_each_other() {
    told("Ann prefers tea");
    run();
    told("Ann prefers rum");
    run();
    MemoryRecord tea = fact("Ann prefers tea");
    MemoryRecord rum = fact("Ann prefers rum");
    assertThat(contradicted(tea)).containsExactly(rum.id());
    assertThat(contradicted(rum)).containsExactly(tea.id());
    assertThat(tea.auditLog())
        .extracting(entry -> entry.rationale())
        .last()
        .isEqualTo("Contradicts " + rum.id());
  }

  @Test
  void an_observation_is_disagreed_with_too() {
    membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("agent")
                .subject("Ann")
                .predicate("prefers")
                .object(JsonValue.of("tea"))
                .options(IngestOptions.NONE.unscoped())
                .build());
    told("Ann prefers Tea");
    told("Ann prefers rum");
    run();
    assertThat(facts()).hasSize(3);
    assertThat(contradicted(fact("Ann prefers tea"))).containsExactly(fact("Ann prefers rum").id());
    assertThat(contradicted(fact("Ann prefers rum"))).hasSize(2);
  }

  @Test
  void scopes_and_sensitivities_do_not_disagree_with_each_other() {
    told("Ann prefers tea", IngestOptions.NONE.scope("one"));
    told("Ann prefers rum", IngestOptions.NONE.scope("two"));
    told("Ann prefers gin");
    told("Ann prefers ale", IngestOptions.NONE.scope("one").sensitivity(Sensitivity.PUBLIC));
    run();
    assertThat(facts()).hasSize(4).allMatch(fact -> contradicted(fact).isEmpty());
  }

  @Test
  void what_one_episode_says_side_by_side_is_a_list() {
    told("Ann prefers tea. Ann prefers rum.");
    run();
    told("Ann prefers gin");
    run();
    assertThat(facts()).hasSize(3).allMatch(fact -> contradicted(fact).isEmpty());
  }

  @Test
  void of_very_many_objects_none_excludes_the_others() {
    for (int i = 0; i < 70; i++) {
      told("Ann prefers drink number " + i);
      run();
    }
    assertThat(facts()).hasSize(70);
    assertThat(facts()).allMatch(fact -> contradicted(fact).size() <= 16);
    assertThat(contradicted(fact("Ann prefers drink number 69"))).isEmpty();
  }

  @Test
  void a_fact_that_is_taken_back_takes_its_marks_along() {
    told("Ann prefers tea");
    run();
    String id = told("Ann prefers rum");
    run();
    server.first(ScriptedServer.saying("[]"));
    membrane.ingestion().outcome(OutcomeRequest.of("agent", id, OutcomeStatus.FAILURE));
    run();
    assertThat(sentences()).containsExactly("Ann prefers tea");
    assertThat(contradicted(fact("Ann prefers tea"))).isEmpty();
  }
}
