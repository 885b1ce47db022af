package dev.membrane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.Permission;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller keeps to whose key may do more than they, as in an embedded memory. */
class OneKeyTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  private Membrane engine;
  private GrpcSite site;
  private MembraneClient client;

  @BeforeEach
  void open() {
    Instant now = Instant.parse("2026-01-15T10:00:00Z");
    engine =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .clock(() -> now)
            .backgroundJobs(false)
            .build();
    site = GrpcSite.serving(engine);
    client = site.clientOfOneKey().build();
  }

  @AfterEach
  void close() {
    client.close();
    site.close();
    engine.close();
  }

  /** Each call fails here as it does in the engine. */
  private void assertRefusedAlike(Caller caller, List<Consumer<Memory>> calls) {
    for (int i = 0; i < calls.size(); i++) {
      Consumer<Memory> call = calls.get(i);
      Throwable local = catchThrowable(() -> call.accept(engine.as(caller)));
      Throwable remote = catchThrowable(() -> call.accept(client.as(caller)));
      assertThat(local).as("call %s", i).isNotNull();
      assertThat(remote).as("call %s", i).hasSameClassAs(local).hasMessage(local.getMessage());
    }
  }

  @Test
  void episodes_that_a_caller_may_not_see_are_not_shown_to_a_stage_again() {
    for (Caller caller :
        List.of(Caller.named("bob").in("p"), Caller.named("bob").upTo(Sensitivity.LOW))) {
      for (String scope : Arrays.asList("p", "other", null)) {
        assertThatThrownBy(
                () -> client.as(caller).maintenance().consolidateAgain("semantic", scope))
            .isInstanceOf(FailedPreconditionException.class)
            .hasMessageContaining("all episodes that the key may see");
      }
    }
    assertThat(client.as(Caller.named("bob")).maintenance().consolidateAgain("semantic", "p"))
        .satisfies(result -> assertThat(result.again()).isNotNull());
  }

  private static List<Consumer<Memory>> writing(IngestOptions options) {
    EventRequest event =
        EventRequest.builder().source("bob").eventKind("note").ref("r").options(options).build();
    return List.of(
        memory -> memory.ingestion().event(event),
        memory ->
            memory
                .ingestion()
                .toolOutput(
                    ToolOutputRequest.builder()
                        .source("bob")
                        .toolName("search")
                        .options(options)
                        .build()),
        memory ->
            memory
                .ingestion()
                .observe(
                    ObservationRequest.builder()
                        .source("bob")
                        .subject("user")
                        .predicate("prefers")
                        .object("Go")
                        .options(options)
                        .build()),
        memory ->
            memory
                .ingestion()
                .workingState(
                    WorkingStateRequest.builder()
                        .source("bob")
                        .threadId("t")
                        .state(TaskState.EXECUTING)
                        .options(options)
                        .build()),
        memory -> memory.ingestion().batch(List.of(event)).get(0).get(),
        memory -> memory.ingestion().allOrNothing(List.of(event)));
  }

  @Test
  void a_caller_of_several_scopes_writes_to_one_of_them() {
    Caller both = Caller.named("bob").in("alpha", "beta");
    assertRefusedAlike(both, writing(IngestOptions.NONE));
    assertRefusedAlike(both, writing(IngestOptions.NONE.scope("gamma")));
    assertRefusedAlike(both, writing(IngestOptions.NONE.unscoped()));
    assertRefusedAlike(Caller.named("bob").in(), writing(IngestOptions.NONE));
    assertThat(client.metrics().totalRecords()).isZero();
    writing(IngestOptions.NONE.scope("beta")).forEach(call -> call.accept(client.as(both)));
    assertThat(client.listing().scopes(PageRequest.FIRST).items())
        .extracting(ScopeCount::scope)
        .containsExactly("beta");
  }

  @Test
  void a_caller_without_a_permission_is_refused_before_anything_is_sent() {
    String id = engine.as(Caller.named("ann").in("p")).ingestion().observe("a", "b", "c", "d").id();
    RecordDraft draft = RecordDraft.builder().type(MemoryType.SEMANTIC).build();
    Caller nobody = Caller.named("bob").in("p").permitted(Set.of());
    assertRefusedAlike(nobody, writing(IngestOptions.NONE));
    assertRefusedAlike(
        nobody,
        List.of(
            memory -> memory.ingestion().outcome(OutcomeRequest.builder().source("b").build()),
            memory -> memory.retrieval().retrieve("what?"),
            memory -> memory.retrieval().byId(id),
            memory -> memory.retrieval().byId(id, ALL, Instant.now()),
            memory -> memory.retrieval().replay("receipt"),
            memory -> memory.retrieval().episode(RetrieveEpisodeRequest.of("run")),
            memory -> memory.listing().records(ListRecordsRequest.builder().build()),
            memory -> memory.listing().relations(id, PageRequest.FIRST),
            memory -> memory.listing().episodes(null, PageRequest.FIRST),
            memory -> memory.listing().skills(ListSkillsRequest.builder().build()),
            memory -> memory.listing().scopes(PageRequest.FIRST),
            memory -> memory.audit().of(id),
            memory -> memory.audit().history(id, PageRequest.FIRST),
            memory -> memory.audit().diff(id, 1, 1),
            memory -> memory.revision().supersede(id, draft, ""),
            memory -> memory.revision().fork(id, draft, ""),
            memory -> memory.revision().merge(List.of(id), draft, ""),
            memory -> memory.revision().retract(id, ""),
            memory -> memory.revision().contest(id, "", ""),
            memory -> memory.revision().reinforce(id, ""),
            memory -> memory.revision().penalize(id, 0.1, ""),
            memory -> memory.revision().delete(id, ""),
            memory -> memory.revision().deleteOverridingPolicy(id, ""),
            memory -> memory.revision().deleteEpisode("run", ""),
            memory -> memory.revision().erase(EraseRequest.ofRecords(List.of(id))),
            memory -> memory.maintenance().consolidate(),
            memory -> memory.maintenance().consolidateAgain("semantic", null),
            memory -> memory.maintenance().jobs(),
            memory -> memory.maintenance().prune(),
            memory -> memory.maintenance().expireIdempotencyKeys(),
            memory -> memory.maintenance().embed(),
            memory -> memory.maintenance().embeddingBacklog(),
            Memory::metrics));
    assertRefusedAlike(
        Caller.named("bob").in("p").permitted(Set.of(Permission.INGEST)),
        List.of(
            memory ->
                memory
                    .ingestion()
                    .observe(
                        ObservationRequest.builder()
                            .source("bob")
                            .subject("b")
                            .predicate("c")
                            .object("e")
                            .onConflict(OnConflict.REPLACE)
                            .build())));
    assertRefusedAlike(
        Caller.named("bob").permitted(Set.of(Permission.INGEST)),
        writing(IngestOptions.NONE.unscoped()));
    assertThat(engine.metrics().totalRecords()).isEqualTo(1);
  }

  @Test
  void a_caller_sees_no_more_than_they_may() {
    Map<String, String> ids = new LinkedHashMap<>();
    for (String scope : List.of("alpha", "beta")) {
      for (Sensitivity level : List.of(Sensitivity.PUBLIC, Sensitivity.MEDIUM)) {
        ids.put(scope + " " + level, keep(IngestOptions.NONE.scope(scope), level));
      }
    }
    ids.put("everybody", keep(IngestOptions.NONE.unscoped(), Sensitivity.LOW));
    Caller bob = Caller.named("bob");
    List<Caller> callers =
        List.of(
            bob,
            bob.upTo(Sensitivity.PUBLIC),
            bob.in("alpha"),
            bob.in("alpha", "beta").upTo(Sensitivity.LOW),
            bob.in("nowhere"),
            bob.in());
    List<TrustContext> trusts =
        List.of(
            ALL,
            TrustContext.upTo(Sensitivity.LOW, "beta"),
            TrustContext.upTo(Sensitivity.MEDIUM, "nowhere", "alpha"));
    for (Caller caller : callers) {
      Set<String> found = new HashSet<>();
      for (TrustContext trust : trusts) {
        List<Function<Memory, Object>> questions = new ArrayList<>();
        questions.add(memory -> listed(memory, trust));
        questions.add(memory -> scopes(memory, trust));
        questions.add(memory -> found(memory, trust));
        for (String id : ids.values()) {
          questions.add(memory -> memory.retrieval().byId(id, trust));
          questions.add(memory -> memory.audit().under(trust).of(id).size());
          questions.add(memory -> memory.audit().of(id).size());
          questions.add(memory -> memory.revision().under(trust).erase(dryRun(id)).records());
        }
        for (Function<Memory, Object> question : questions) {
          Object local = answer(question, engine.as(caller));
          assertThat(answer(question, client.as(caller)))
              .as("%s %s", caller, trust)
              .isEqualTo(local);
        }
        found.addAll(listed(client.as(caller), null));
      }
      assertThat(found).as("%s", caller).isNotEmpty();
    }
  }

  @Test
  void pages_go_on_under_the_trust_of_a_caller_of_many_scopes() {
    String[] scopes = IntStream.range(0, 40).mapToObj(i -> "scope " + i).toArray(String[]::new);
    Memory many = client.as(Caller.named("bob").in(scopes));
    for (String scope : scopes) {
      keep(IngestOptions.NONE.scope(scope), Sensitivity.LOW);
    }
    keep(IngestOptions.NONE.scope("another"), Sensitivity.LOW);
    List<String> seen = new ArrayList<>();
    PageRequest page = PageRequest.FIRST.ofSize(7);
    String cursor;
    do {
      Page<ScopeCount> answer = client.as(Caller.named("bob").in(scopes)).listing().scopes(page);
      answer.items().forEach(item -> seen.add(item.scope()));
      cursor = answer.nextCursor();
      page = PageRequest.FIRST.ofSize(7).after(cursor);
    } while (!cursor.isEmpty());
    assertThat(seen).containsExactlyInAnyOrder(scopes);
    assertThat(many.listing().scopes(PageRequest.FIRST.ofSize(100)).items()).hasSize(40);
  }

  private String keep(IngestOptions options, Sensitivity level) {
    return engine
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject("user")
                .predicate("drinks")
                .object("tea")
                .options(options.sensitivity(level))
                .build())
        .id();
  }

  private static Set<String> listed(Memory memory, TrustContext trust) {
    PageRequest page = trust == null ? PageRequest.FIRST : PageRequest.FIRST.under(trust);
    return memory
        .listing()
        .records(ListRecordsRequest.builder().page(page).build())
        .items()
        .stream()
        .map(RecordView::id)
        .collect(Collectors.toSet());
  }

  private static List<ScopeCount> scopes(Memory memory, TrustContext trust) {
    return memory.listing().scopes(PageRequest.FIRST.under(trust)).items();
  }

  private static List<String> found(Memory memory, TrustContext trust) {
    RetrieveRequest request =
        RetrieveRequest.builder().trust(trust).taskDescriptor("who drinks tea?").build();
    return memory.retrieval().retrieve(request).results().stream().map(RecordView::id).toList();
  }

  private static EraseRequest dryRun(String id) {
    return EraseRequest.ofRecords(List.of(id)).asDryRun();
  }

  /** The answer, or how it was refused. */
  private static Object answer(Function<Memory, Object> question, Memory memory) {
    try {
      return question.apply(memory);
    } catch (MembraneException refused) {
      return refused.toString();
    }
  }
}
