package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import dev.membrane.spi.Stage;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MembraneBuilderTest {

  @Test
  void all_faults_of_the_configuration_come_at_once() {
    Map<String, String> settings =
        Map.of("relevance_weight", "5", "decay_intervall", "1h", "consolidation_interval", "soon");
    MembraneBuilder builder = Membrane.builder().openStore(InMemoryStore::new).config(settings);

    assertThatThrownBy(builder::build)
        .isInstanceOfSatisfying(
            ConfigException.class,
            faults ->
                assertThat(faults.faults())
                    .satisfiesExactly(
                        one -> assertThat(one).startsWith("consolidation_interval: "),
                        two ->
                            assertThat(two)
                                .isEqualTo(
                                    "decay_intervall: unknown key, did you mean decay_interval?"),
                        three -> assertThat(three).startsWith("relevance_weight: ")));
  }

  @Test
  void what_an_extractor_may_see_can_be_set_before_there_is_one() {
    MembraneBuilder builder =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .config(Map.of("llm_max_sensitivity", "medium"))
            .backgroundJobs(false);

    assertThatCode(() -> builder.build().close()).doesNotThrowAnyException();
    assertThatThrownBy(builder.config(Map.of("llm_max_sensitivity", "secret"))::build)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("llm_max_sensitivity");
  }

  @Test
  void settings_take_effect() {
    try (Membrane membrane =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .config(Map.of("default_sensitivity", "high"))
            .backgroundJobs(false)
            .build()) {
      String id =
          membrane
              .as(Caller.named("ann").in("project"))
              .ingestion()
              .observe("ann", "user", "prefers", "Go")
              .id();
      assertThat(membrane.retrieval().byId(id).full().orElseThrow().sensitivity())
          .isEqualTo(Sensitivity.HIGH);
    }
  }

  @Test
  void a_memory_needs_a_store() {
    assertThatThrownBy(() -> Membrane.builder().build())
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("store: call store(...)");
  }

  @Test
  void all_that_keeps_a_memory_from_being_built_is_told_together() {
    List<Stage<?>> twice = new ArrayList<>(MembraneBuilder.defaultStages());
    twice.add(twice.get(0));
    assertThatThrownBy(
            Membrane.builder().config(Map.of("decay_interval", "soon")).stages(twice)::build)
        .isInstanceOfSatisfying(
            ConfigException.class,
            refused ->
                assertThat(refused.faults())
                    .satisfiesExactlyInAnyOrder(
                        fault -> assertThat(fault).startsWith("decay_interval"),
                        fault -> assertThat(fault).startsWith("store: "),
                        fault -> assertThat(fault).isEqualTo("stages: two are named semantic")));
  }

  @Test
  void a_store_that_is_given_and_one_that_is_opened_are_not_both_taken() {
    try (MemoryStore given = new InMemoryStore()) {
      MembraneBuilder both =
          Membrane.builder()
              .store(given)
              .openStore(InMemoryStore::new)
              .config(Map.of("decay_interval", "soon"));
      assertThatThrownBy(both::build)
          .isInstanceOfSatisfying(
              ConfigException.class,
              refused ->
                  assertThat(refused.faults())
                      .satisfiesExactly(
                          fault -> assertThat(fault).startsWith("decay_interval"),
                          fault -> assertThat(fault).startsWith("store: ").endsWith("not both")));
    }
  }

  @Test
  void the_caller_of_the_builder_calls_unless_another_is_named() {
    Caller ann = Caller.named("ann").in("project").permitted(Set.of(Permission.INGEST));
    try (Membrane membrane = Membrane.builder().openStore(InMemoryStore::new).caller(ann).build()) {
      assertThat(membrane.ingestion().observe("ann", "user", "prefers", "Go").record().scope())
          .isEqualTo("project");
      assertThatThrownBy(membrane::metrics).isInstanceOf(AccessDeniedException.class);
      assertThat(membrane.as(Caller.ANONYMOUS).metrics().totalRecords()).isEqualTo(1);
    }
  }

  @Test
  void a_store_that_was_given_stays_open_and_one_that_was_opened_is_closed() {
    InMemoryStore given = new InMemoryStore();
    Membrane.builder().store(given).build().close();
    given.check();

    InMemoryStore opened = new InMemoryStore();
    Membrane.builder().openStore(() -> opened).build().close();
    assertThatThrownBy(opened::check).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void an_extractor_learns_beside_the_other_stages() {
    try (Membrane membrane =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .extractor(episodes -> List.of())
            .backgroundJobs(false)
            .build()) {
      assertThat(membrane.maintenance().consolidate().stages().keySet())
          .containsSubsequence("semantic", "llm-extraction", "competence");
    }
  }

  @Test
  void what_no_memory_can_be_built_of_is_named() {
    List<Stage<?>> twice = new ArrayList<>(MembraneBuilder.defaultStages());
    twice.add(twice.get(0));
    assertThatThrownBy(Membrane.builder().openStore(InMemoryStore::new).stages(twice)::build)
        .isInstanceOf(ConfigException.class)
        .hasMessage("stages: two are named semantic");
    assertThatThrownBy(Membrane.builder().openStore(MembraneBuilderTest::noStore)::build)
        .isInstanceOf(NullPointerException.class)
        .hasMessage("store");
  }

  @Test
  void a_stage_without_a_name_or_with_that_of_a_job_is_a_fault_among_others() {
    List<Stage<?>> stages =
        Stream.of(null, " ", "episodic-compression", "embedding")
            .<Stage<?>>map(MembraneBuilderTest::stage)
            .toList();
    assertThatThrownBy(Membrane.builder().stages(stages)::build)
        .isInstanceOfSatisfying(
            ConfigException.class,
            refused ->
                assertThat(refused.faults())
                    .containsExactly(
                        "store: call store(...) or openStore(...)",
                        "stages: one has no name",
                        "stages: one has no name",
                        "stages: one has the name of a job: episodic-compression",
                        "stages: one has the name of a job: embedding"));
  }

  @Test
  void a_stage_with_the_name_of_a_count_is_a_fault() {
    List<String> counts =
        List.of(
            "episodic_compressed",
            "semantic_extracted",
            "semantic_triples_extracted",
            "competence_extracted",
            "plan_graphs_extracted",
            "duplicates_resolved",
            "extraction_skipped",
            "queued_again",
            "unreadable");
    List<Stage<?>> stages = counts.stream().<Stage<?>>map(MembraneBuilderTest::stage).toList();
    assertThatThrownBy(Membrane.builder().openStore(InMemoryStore::new).stages(stages)::build)
        .isInstanceOfSatisfying(
            ConfigException.class,
            refused ->
                assertThat(refused.faults())
                    .containsExactlyElementsOf(
                        counts.stream()
                            .map(name -> "stages: one has the name of a count: " + name)
                            .toList()));
  }

  /** A stage that says nothing but its name. */
  private static Stage<?> stage(@Nullable String name) {
    return (Stage<?>)
        Proxy.newProxyInstance(
            Stage.class.getClassLoader(),
            new Class<?>[] {Stage.class},
            (stage, method, arguments) -> name);
  }

  @Test
  void a_configuration_that_is_given_twice_has_its_faults_once() {
    Config config = new Config(Map.of("decay_interval", new JsonString("soon")));
    MembraneBuilder twice =
        Membrane.builder().openStore(InMemoryStore::new).config(config).config(config);
    assertThatThrownBy(twice::build)
        .isInstanceOfSatisfying(
            ConfigException.class, refused -> assertThat(refused.faults()).hasSize(1));
  }

  @Test
  void a_store_may_be_opened_by_what_opens_one_kind() {
    Supplier<InMemoryStore> opening = InMemoryStore::new;
    try (Membrane membrane = Membrane.builder().openStore(opening).backgroundJobs(false).build()) {
      assertThatCode(membrane::check).doesNotThrowAnyException();
    }
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller without null checks may do.
  void a_clock_or_a_supplier_that_gives_nothing_is_named() {
    assertNamed(builder -> builder.clock(() -> null), "instant of the clock");
    assertNamed(builder -> builder.clock(() -> Instant.MAX), "the clock is not within the years");
    assertNamed(builder -> builder.ids(() -> null), "id that the supplier of ids");
    assertNamed(builder -> builder.nonces(() -> null), "nonce that the supplier of nonces");
  }

  private static void assertNamed(UnaryOperator<MembraneBuilder> given, String start) {
    assertThatThrownBy(
            () -> {
              try (Membrane membrane =
                  given
                      .apply(Membrane.builder())
                      .openStore(InMemoryStore::new)
                      .backgroundJobs(false)
                      .build()) {
                membrane
                    .as(Caller.named("ann").in("project"))
                    .ingestion()
                    .observe("ann", "user", "prefers", "Go");
              }
            })
        .hasMessageStartingWith(start);
  }

  @Test
  void a_store_is_closed_once_also_where_that_fails() {
    AtomicInteger closed = new AtomicInteger();
    Membrane membrane =
        Membrane.builder()
            .openStore(
                () ->
                    new ForwardingStore(new InMemoryStore()) {
                      @Override
                      public void close() {
                        closed.incrementAndGet();
                        throw new IllegalStateException("no disk");
                      }
                    })
            .backgroundJobs(false)
            .build();
    assertThatThrownBy(membrane::close).hasMessage("no disk");
    membrane.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void a_store_in_memory_has_a_name_in_messages() {
    assertThat(new InMemoryStore()).hasToString("memory");
  }

  @SuppressWarnings("NullAway") // What a caller without null checks may do.
  private static MemoryStore noStore() {
    return null;
  }
}
